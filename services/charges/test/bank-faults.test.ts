import { randomUUID } from 'node:crypto';
import { ChargesService } from '@entrada/contracts/services';
import { connectGrpc } from '@entrada/platform/grpc/client';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import { chargesUnderTest, type Link, present } from './charges-under-test.ts';

const STORED = { status: 'CHARGE_STATUS_PENDING', statusSource: 'STATUS_SOURCE_STORED' };
const COMPLETED = { status: 'CHARGE_STATUS_COMPLETED', statusSource: 'STATUS_SOURCE_PROVIDER' };
const quiet = { notify: false } as const;

/** It waits only shortly for a bank that never answers; what has to succeed there is tried again. */
const charges = forTests(() => chargesUnderTest());
const brief = forTests(() => charges.startAnother({ PROVIDER_TIMEOUT_MS: '1500' }));
/** A failing bank is left alone for some seconds; the next test starts when it is used again. */
afterEach(async () => {
  await charges.repair();
  await eventually(() => charges.create());
});

const createBriefly = async () =>
  present((await brief.rpc.createCharge({ accountId: randomUUID(), valueCents: 5000 })).charge);

async function statusBriefly(link: Link) {
  const { charge, statusSource } = await brief.rpc.getCharge(link);
  return { status: present(charge).status, statusSource };
}

test.each(['malformed', 'huge'])(
  'a charge that the bank made without saying so (%s) is looked up, and created once',
  async (fault) => {
    await charges.fault('put-cob', fault);

    const made = await createBriefly().catch((error: { reason: string }) => error);

    if ('reason' in made) expect(made.reason).toBe('provider_unavailable');
    else await expect(charges.bank.pay(made.emv)).resolves.toMatchObject({ value: 5000 });
  },
);

test.each(['timeout', '500-after', 'reset'])(
  'an unknown outcome (%s) is resolved inside the deadline',
  async (fault) => {
    // What is left of the deadline after the wait is short: a machine that stalls then needs another attempt.
    const charge = await eventually(async () => {
      await charges.fault('put-cob', fault);
      return createBriefly();
    });

    await expect(charges.bank.pay(charge.emv)).resolves.toMatchObject({ value: 5000 });
  },
);

test.each(['malformed', 'huge', 'contradictory'])(
  'a new charge of which the bank says nothing sensible (%s) is not stored',
  async (fault) => {
    const before = await charges.countCharges();
    await charges.fault('put-cob', fault, { count: 5 });
    await charges.fault('get-cob', fault, { count: 5 });

    await expect(charges.create()).rejects.toMatchObject({
      code: 'BAD_UPSTREAM',
      message: 'Payment provider unavailable',
    });

    expect(await charges.countCharges()).toBe(before);
  },
);

test.each(['malformed', 'huge', 'contradictory', '500', 'timeout', 'reset', 'drop'])(
  'a query of a paid charge about which the bank sends an invalid response (%s) shows what is stored, then the truth',
  async (fault) => {
    const charge = await charges.create();
    await charges.bank.pay(charge.emv, quiet);
    await charges.fault('get-cob', fault, { count: 5 });

    expect(await statusBriefly(charge)).toEqual(STORED);
    expect(await charges.outboxOf(charge.id)).toEqual([]);

    await charges.bank.clearFaults();
    await eventually(async () => expect(await statusBriefly(charge)).toEqual(COMPLETED));
  },
);

test.each(['contradictory', 'malformed', 'timeout'])(
  'a cancellation about which the bank sends an invalid response (%s) is verified, or changes nothing',
  async (fault) => {
    const charge = await charges.create();
    const cancel = () => brief.rpc.cancelCharge(charge);
    await charges.fault('patch-cob', fault);

    const canceled = await cancel().catch((error: { reason: string }) => error);

    const { status } = await charges.stored(charge.id);
    if ('reason' in canceled) {
      expect(canceled.reason).toBe('provider_unavailable');
      expect(status).toBe('PENDING');
    } else expect(status).toBe('CANCELED');
    await eventually(async () =>
      expect(await cancel()).toMatchObject({ charge: { status: 'CHARGE_STATUS_CANCELED' } }),
    );
  },
);

test('an unreachable bank cannot cancel, and nothing changes', async () => {
  const charge = await charges.create();
  charges.bank.line.cut();

  await expect(charges.cancel(charge)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Payment provider unavailable',
  });

  expect(await charges.stored(charge.id)).toMatchObject({ status: 'PENDING' });
});

test('an odd payment on which the bank contradicts itself is not stored', async () => {
  const charge = await charges.create(5000);
  await charges.bank.pay(charge.emv, { value: 4000, ...quiet });
  await charges.fault('get-pix', 'contradictory', { count: 5 });

  expect(await charges.statusOf(charge)).toEqual(STORED);
  expect(await charges.exceptionsOf(charge.id)).toEqual([]);

  await charges.bank.clearFaults();
  await charges.callBack(charge);
  expect(await charges.exceptionsOf(charge.id)).toEqual([['UNDERPAID', 4000]]);
});

test('a payment that was counted for one charge never completes another', async () => {
  const first = await eventually(() => charges.create());
  const second = await eventually(() => charges.create());
  const { endToEndId } = await charges.bank.pay(second.emv, quiet);
  await charges.db.query(
    `insert into payment (end_to_end_id, charge_id, paid_cents, paid_at, completes, exception,
                          exception_cents, found_at, found_by)
     values ($1, $2, 5000, now(), false, 'DUPLICATE_PAYMENT', 5000, now(), 'test')`,
    [endToEndId, first.id],
  );

  expect((await charges.statusOf(second)).status).toBe('CHARGE_STATUS_PENDING');
});

test('a bank that is down is left alone: requests fail at once, and all is well within seconds of its return', async () => {
  const [charge, completed] = [await charges.create(), await charges.create()];
  await charges.bank.pay(completed.emv, quiet);
  await charges.statusOf(completed);
  charges.bank.line.cut();
  await Promise.allSettled(Array.from({ length: 8 }, () => charges.create()));

  // Now and then one of them is let through, to see whether the bank is back.
  const refusals = await Promise.all(
    Array.from({ length: 10 }, () => charges.create().catch(({ code }) => code)),
  );
  expect(refusals.filter((code) => code === 'UNAVAILABLE').length).toBeGreaterThanOrEqual(9);
  expect(await charges.statusOf(charge)).toEqual(STORED);
  expect(await charges.statusOf(completed)).toEqual(COMPLETED);
  expect(await charges.metric('provider_circuit_state')).toMatch(
    /provider_circuit_state\{operation="put-cob"\} [12]/,
  );

  charges.bank.line.restore();
  await eventually(() => charges.create());
  await eventually(async () =>
    expect((await charges.statusOf(charge)).statusSource).toBe('STATUS_SOURCE_PROVIDER'),
  );
});

test('in a batch of callback hints one that fails holds up no other, and the bank calls again', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => charges.create()));
  const paid = await Promise.all(all.map(({ emv }) => charges.bank.pay(emv, quiet)));
  const txids = paid.map(({ txid }) => txid);
  await charges.fault('get-cob', '403');
  const completed = async () => {
    const rows = await Promise.all(all.map(({ id }) => charges.stored(id)));
    return rows.filter(({ status }) => status === 'COMPLETED').length;
  };

  await expect(
    charges.rpc.notifyPayments({ payments: txids.map((txid) => ({ txid })) }),
  ).rejects.toMatchObject({
    reason: 'provider_unavailable',
  });
  expect(await completed()).toBe(7);

  await charges.rpc.notifyPayments({ payments: txids.map((txid) => ({ txid })) });
  expect(await completed()).toBe(8);
});

test.each([
  ['refuses connections', 'cut', 'UNAVAILABLE'],
  ['accepts them and stays mute', 'mute', 'TIMEOUT'],
] as const)(
  'a bank that %s: nothing is stored or revealed, and then all is well again',
  async (_how, fault, code) => {
    const { rpc } = fault === 'mute' ? brief : charges;
    await charges.create();
    const before = await charges.countCharges();
    charges.bank.line[fault]();

    await expect(
      rpc.createCharge({ accountId: randomUUID(), valueCents: 5000 }),
    ).rejects.toMatchObject({
      code,
      reason: 'provider_unavailable',
      message: 'Payment provider unavailable',
    });

    expect(await charges.countCharges()).toBe(before);
    charges.bank.line.restore();
    await eventually(() => charges.create());
    expect(await charges.countCharges()).toBe(before + 1);
  },
);

test('a bank that refuses our credentials counts as unavailable', async () => {
  await using wrong = await chargesUnderTest({ PROVIDER_CLIENT_SECRET: 'not the right one' });

  await expect(wrong.create()).rejects.toMatchObject({ message: 'Payment provider unavailable' });
  expect(await wrong.countCharges()).toBe(0);
});

test('a query answers what is stored, says so, and keeps the deadline while the bank is mute', async () => {
  const [charge, other] = [await charges.create(), await charges.create()];
  await charges.bank.pay(charge.emv, quiet);
  using withDeadline = connectGrpc(ChargesService, {
    address: charges.service.address,
    timeoutMs: 500,
    runtime: testRuntime('gateway'),
  });
  // The deadline is that of a query, not of the handshake before the first one.
  await eventually(() => withDeadline.getCharge(other));
  charges.bank.line.mute();

  // Once more where the machine stalled: the bank would be waited for much longer than we try.
  const { charge: found, statusSource } = await eventually(() => withDeadline.getCharge(charge));

  expect({ status: found?.status, statusSource }).toEqual(STORED);
  charges.bank.line.restore();
  await eventually(async () => expect(await charges.statusOf(charge)).toEqual(COMPLETED));
});

test('no secret of the bank and no code is ever logged', async () => {
  const charge = await charges.create(5000, randomUUID());
  charges.bank.line.cut();
  await expect(charges.create()).rejects.toThrow();

  const log = charges.service.runtime.logged.join('');
  expect(log).toContain('bank call failed');
  expect(log).not.toContain(charges.bank.env.PROVIDER_CLIENT_SECRET);
  expect(log).not.toContain(charge.emv);
});
