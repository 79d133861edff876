import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest, type UnderTest } from './charges-under-test.ts';

let charges: UnderTest;
beforeAll(async () => {
  charges = await chargesUnderTest();
});
afterEach(() => charges.bank.clearFaults());
afterAll(() => charges[Symbol.asyncDispose]());

const newId = () => randomUUID().replaceAll('-', '');

async function suspendedPayment(value = 700) {
  const { payments } = JSON.parse(
    await charges.bank.control('pay-unknown', { txid: newId(), value }),
  );
  const { endToEndId } = payments[0];
  return { refundId: newId(), endToEndId: String(endToEndId), valueCents: value };
}

async function paymentOf(valueCents: number, paidCents: number) {
  const charge = await charges.create(valueCents);
  const { endToEndId } = await charges.bank.pay(charge.emv, { value: paidCents, notify: false });
  await charges.statusOf(charge);
  return endToEndId;
}

test('a return that the bank refuses to tell of goes on, and is there once it tells', async () => {
  const payment = await suspendedPayment();
  expect(await charges.rpc.returnPayment(payment)).toMatchObject({
    status: 'RETURN_STATUS_PROCESSING',
  });
  await charges.fault('get-devolucao', '403', { count: 2 });

  await expect(charges.rpc.returnPayment(payment)).rejects.toMatchObject({ code: 'BAD_UPSTREAM' });
  await expect(charges.rpc.getReturn(payment)).rejects.toMatchObject({ code: 'BAD_UPSTREAM' });

  await eventually(async () => {
    await charges.advanceClock(30);
    expect(await charges.rpc.returnPayment(payment)).toMatchObject({
      status: 'RETURN_STATUS_SETTLED',
    });
  });
});

test('a return is looked at without being made', async () => {
  const payment = await suspendedPayment();
  const unknown = { status: 'RETURN_STATUS_UNKNOWN', valueCents: 0 };
  expect(await charges.rpc.getReturn(payment)).toEqual(unknown);
  expect(await charges.rpc.getReturn(payment)).toEqual(unknown);
  await charges.fault('settle-refund', 'fail');
  await charges.rpc.returnPayment(payment);

  await eventually(async () => {
    await charges.advanceClock(30);
    expect(await charges.rpc.getReturn(payment)).toMatchObject({ status: 'RETURN_STATUS_FAILED' });
  });
});

test('a return is looked at by its id, whatever amount is named', async () => {
  const payment = await suspendedPayment();
  await charges.rpc.returnPayment(payment);

  const { status, valueCents } = await charges.rpc.getReturn({ ...payment, valueCents: 1 });

  expect(valueCents).toBe(payment.valueCents);
  expect(status).toMatch(/^RETURN_STATUS_(PROCESSING|SETTLED)$/);
  await expect(charges.rpc.returnPayment({ ...payment, valueCents: 1 })).rejects.toMatchObject({
    code: 'BAD_UPSTREAM',
  });
});

test('a return that the bank refused stays refused, whatever amount is asked for under its id', async () => {
  const payment = await suspendedPayment();
  await charges.fault('settle-refund', 'fail');
  await charges.rpc.returnPayment(payment);
  const failed = { status: 'RETURN_STATUS_FAILED' };
  await eventually(async () => {
    await charges.advanceClock(30);
    expect(await charges.rpc.getReturn(payment)).toMatchObject(failed);
  });

  const less = { ...payment, valueCents: payment.valueCents - 300 };
  expect(await charges.rpc.returnPayment(less)).toMatchObject(failed);

  expect(await charges.rpc.returnPayment({ ...less, refundId: newId() })).toMatchObject({
    status: 'RETURN_STATUS_PROCESSING',
  });
});

test('of a payment that completed a charge nothing but the surplus is returned', async () => {
  const overpaid = await paymentOf(5000, 9000);
  const exact = await paymentOf(5000, 5000);
  const returned = (endToEndId: string, valueCents: number) =>
    charges.rpc.returnPayment({ refundId: newId(), endToEndId, valueCents });
  const refusal = { code: 'OUT_OF_RANGE', reason: 'return_out_of_range' };

  await expect(returned(overpaid, 4001)).rejects.toMatchObject(refusal);
  await expect(returned(exact, 1)).rejects.toMatchObject(refusal);

  expect(await returned(overpaid, 4000)).toMatchObject({ status: 'RETURN_STATUS_PROCESSING' });
});
