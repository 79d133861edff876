import { randomUUID } from 'node:crypto';
import { ChargeEvent } from '@entrada/contracts/services';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { chargesUnderTest } from './charges-under-test.ts';

const charges = forTests(() => chargesUnderTest());
afterEach(() => charges.bank.clearFaults());

/** A payment that belongs to no charge, and the return of all of it. */
async function suspendedPayment(value = 700) {
  const { endToEndId } = await charges.payUnknown(value);
  await eventually(async () => {
    await charges.advanceClock(120);
    await charges.rpc.recheckPayments({ ids: [endToEndId] });
    const stored = 'select from payment where end_to_end_id = $1';
    expect((await charges.db.query(stored, [endToEndId])).rowCount).toBe(1);
  });
  return { returnId: randomUUID(), endToEndId, valueCents: value };
}

async function paymentOf(valueCents: number, paidCents: number) {
  const charge = await charges.create(valueCents);
  const { endToEndId } = await charges.bank.pay(charge.emv, { value: paidCents, notify: false });
  await charges.statusOf(charge);
  return endToEndId;
}

/** How returns of a payment ended, in order. */
async function endsOf(endToEndId: string) {
  const { rows } = await charges.db.query('select value from outbox order by id');
  return rows.flatMap(({ value }) => {
    const { paymentReturned, returnFailed } = ChargeEvent.deserialize(value);
    const end = paymentReturned ?? returnFailed;
    return end?.endToEndId === endToEndId ? [{ isMade: end === paymentReturned, ...end }] : [];
  });
}

const endedOf = (endToEndId: string) =>
  eventually(async () => {
    await charges.advanceClock(30);
    const ends = await endsOf(endToEndId);
    return ends.length > 0 && ends;
  });

test('a return is made once, however often it is asked for, and its end is published', async () => {
  const { endToEndId, ...asked } = await suspendedPayment();
  await charges.fault('get-devolucao', '403', { count: 2 });
  const ask = () => charges.rpc.returnPayment({ ...asked, endToEndId });

  await Promise.all(Array.from({ length: 20 }, ask));

  expect(await endedOf(endToEndId)).toMatchObject([
    {
      isMade: true,
      returnId: asked.returnId,
      bankReturnId: `S${asked.returnId.replaceAll('-', '')}`,
      origin: 'RETURN_ORIGIN_OPERATOR',
      valueCents: 700,
    },
  ]);
  await ask();
  expect(await charges.rpc.lookUpReturns({ endToEndId })).toEqual({ returnedCents: 700 });
  expect(await endsOf(endToEndId)).toHaveLength(1);
});

test('a return that the bank does not make has failed, and is published if the bank makes it after all', async () => {
  const { endToEndId, ...asked } = await suspendedPayment();
  await charges.fault('settle-refund', 'fail');
  await charges.rpc.returnPayment({ ...asked, endToEndId });
  expect(await endedOf(endToEndId)).toMatchObject([{ isMade: false, returnId: asked.returnId }]);
  expect(await charges.rpc.lookUpReturns({ endToEndId })).toEqual({ returnedCents: 0 });

  const another = { ...asked, returnId: randomUUID(), endToEndId };
  await charges.rpc.returnPayment(another);
  await eventually(async () => {
    await charges.advanceClock(30);
    expect(await endsOf(endToEndId)).toMatchObject([
      { isMade: false },
      { isMade: true, returnId: another.returnId },
    ]);
  });
});

test('a return of ours that this database has lost is pursued again, by what the bank has of it', async () => {
  const { endToEndId, ...asked } = await suspendedPayment();
  await charges.rpc.returnPayment({ ...asked, endToEndId });
  await charges.db.query('delete from payment_return where end_to_end_id = $1', [endToEndId]);
  await charges.db.query('delete from outbox');

  await charges.rpc.lookUpReturns({ endToEndId });

  expect(await endedOf(endToEndId)).toMatchObject([
    { isMade: true, returnId: asked.returnId, origin: 'RETURN_ORIGIN_OPERATOR' },
  ]);
});

test('a return that the ledger has not decided, or no more, is not asked of the bank', async () => {
  const { endToEndId, ...asked } = await suspendedPayment();
  charges.ledger.become('refuses');

  await charges.rpc.returnPayment({ ...asked, endToEndId });

  expect(await endedOf(endToEndId)).toMatchObject([{ isMade: false, failureCode: 'withdrawn' }]);
  expect(await charges.rpc.lookUpReturns({ endToEndId })).toEqual({ returnedCents: 0 });
  charges.ledger.become('holds');
});

test('of a payment that completed a charge nothing but the surplus is returned', async () => {
  const overpaid = await paymentOf(5000, 9000);
  const exact = await paymentOf(5000, 5000);
  const returned = (endToEndId: string, valueCents: number) => {
    const returnId = randomUUID();
    return charges.rpc.returnPayment({ returnId, endToEndId, valueCents });
  };
  const refusal = { code: 'OUT_OF_RANGE', reason: 'return_out_of_range' };

  await expect(returned(overpaid, 4001)).rejects.toMatchObject(refusal);
  await expect(returned(exact, 1)).rejects.toMatchObject(refusal);
  await expect(returned('E'.repeat(32), 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  await returned(overpaid, 4000);
  expect(await endedOf(overpaid)).toMatchObject([{ isMade: true, valueCents: 4000 }]);
});
