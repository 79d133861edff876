import { randomUUID } from 'node:crypto';
import { ChargeEvent } from '@entrada/contracts/services';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests, standIn } from '@entrada/platform/testing/for-tests';
import { refundsUnderTest } from './refunds-under-test.ts';

const DAY_SECONDS = 86_400;

const under = forTests(() => refundsUnderTest());
const charges = standIn(() => under.charges);
afterEach(() => under.repair());

type Order = { readonly value?: number; readonly natureza?: string };

/** The bank takes money back; nobody is called. */
async function takeBack(endToEndId: string, order: Order = {}): Promise<string> {
  const request = { endToEndId, natureza: 'MED_FRAUDE', notify: false, ...order };
  return JSON.parse(await charges.bank.control('return', request)).refund.id;
}

/** What was published of returns of a payment that the bank made by itself. */
async function bankReturnsOf(endToEndId: string) {
  return (await returnsOf(endToEndId)).filter(({ origin }) => origin === 'RETURN_ORIGIN_BANK');
}

async function returnsOf(endToEndId: string) {
  const { rows } = await charges.db.query('select value from outbox order by id');
  return rows.flatMap(({ value }) => {
    const { paymentReturned } = ChargeEvent.deserialize(value);
    return paymentReturned?.endToEndId === endToEndId ? [paymentReturned] : [];
  });
}

const listReturns = () => charges.db.query(`update job set due_at = now() where name = 'returns'`);
const listedReturnsAre = (endToEndId: string, expected: readonly object[]) =>
  eventually(async () => {
    await listReturns();
    expect(await returnsOf(endToEndId)).toMatchObject(expected);
  });

test('a callback for a completed charge finds what the bank took back, and publishes it once', async () => {
  const charge = await under.paidCharge(5000);
  const bankReturnId = await takeBack(charge.endToEndId, { value: 2000 });

  await Promise.all([charges.callBack(charge), charges.callBack(charge)]);
  await charges.callBack(charge);

  expect(await returnsOf(charge.endToEndId)).toEqual([
    expect.objectContaining({
      bankReturnId,
      valueCents: 2000,
      refundedCents: 2000,
      natureza: 'MED_FRAUDE',
      charge: expect.objectContaining({ chargeId: charge.id, accountId: charge.accountId }),
    }),
  ]);
  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 2000 });
  expect(await charges.metric('payment_returns_total')).toContain('natureza="MED_FRAUDE"} 1');
});

test('refunds that we asked for, and returns that the ledger asked for, are not the bank’s own', async () => {
  // Paid first, so listed first: when the return of the other one is there, this one was looked at.
  const { endToEndId: unknown } = await charges.payUnknown(700);
  await suspended(unknown);
  const charge = await under.paidCharge(5000);
  await under.refund(charge, { valueCents: 1000 });
  await charges.rpc.returnPayment({
    returnId: randomUUID(),
    endToEndId: unknown,
    valueCents: 700,
  });
  await under.settled(charge);

  const own = await takeBack(charge.endToEndId, { value: 500, natureza: 'ORIGINAL' });
  await eventually(async () => {
    await listReturns();
    expect(await bankReturnsOf(charge.endToEndId)).toMatchObject([{ bankReturnId: own }]);
  });

  expect(await bankReturnsOf(unknown)).toEqual([]);
  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 1500 });
});

/** A payment that belongs to no charge is in suspense. */
async function suspended(endToEndId: string): Promise<void> {
  const isIn = async (table: string) => {
    const text = `select from ${table} where end_to_end_id = $1`;
    expect((await charges.db.query(text, [endToEndId])).rowCount).toBe(1);
  };
  await eventually(async () => {
    await charges.makeWindowsDue();
    await isIn('unclear_payment');
  });
  // Once: a clock that runs away makes more windows than a busy machine lists.
  await charges.advanceClock(120);
  await eventually(async () => {
    await charges.db.query(`update job set due_at = now() where name = 'recheck'`);
    await isIn('payment');
  });
}

test.each([
  [
    'by callback',
    (id: string) =>
      charges.rpc.notifyPayments({ payments: [{ endToEndId: id, isReturned: true }] }),
  ],
  ['by the list of returns', listReturns],
])('a return of a payment without a charge is published too, %s', async (_way, learn) => {
  const { endToEndId } = await charges.payUnknown(700, { txid: undefined });
  await suspended(endToEndId);
  await takeBack(endToEndId, { value: 300, natureza: 'MED_FRAUDE' });

  await eventually(async () => {
    await learn(endToEndId);
    expect(await returnsOf(endToEndId)).toMatchObject([
      { valueCents: 300, charge: null, refundedCents: 0 },
    ]);
  });
});

test('of a surplus, what is beyond the charge goes back first', async () => {
  const charge = await charges.create(5000);
  const { endToEndId } = await charges.bank.pay(charge.emv, { value: 8000, notify: false });
  await charges.statusOf(charge);

  await takeBack(endToEndId, { value: 2000 });
  await charges.callBack(charge);
  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 0 });

  await takeBack(endToEndId);
  await charges.callBack(charge);
  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 5000 });
  expect(await returnsOf(endToEndId)).toMatchObject([
    { valueCents: 2000, refundedCents: 0 },
    { valueCents: 6000, refundedCents: 5000 },
  ]);
});

test('a return counts when it has settled: one under way is followed until then, one that fails never counts', async () => {
  const charge = await under.paidCharge(5000);
  await charges.fault('settle-refund', 'delay', { ms: 3_600_000 });
  await takeBack(charge.endToEndId, { value: 1000 });
  await charges.fault('settle-refund', 'fail', { ms: 3_600_000 });
  await takeBack(charge.endToEndId, { value: 4000 });
  await charges.callBack(charge);
  expect(await returnsOf(charge.endToEndId)).toEqual([]);

  await charges.fault('callback', 'forget', { count: 5 });
  await eventually(async () => {
    await charges.advanceClock(3_600);
    const { rows } = await charges.db.query(
      'select status from payment_return where charge_id = $1 order by value_cents',
      [charge.id],
    );
    expect(rows.map(({ status }) => status)).toEqual(['SETTLED', 'FAILED']);
  });

  expect(await returnsOf(charge.endToEndId)).toMatchObject([{ valueCents: 1000 }]);
  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 1000 });
});

test('a return that the bank makes after it had failed counts, once', async () => {
  const charge = await under.paidCharge(5000);
  await charges.fault('settle-refund', 'delay', { ms: 3_600_000 });
  await takeBack(charge.endToEndId, { value: 1000 });
  await charges.callBack(charge);
  // As if the bank had reported first that it could not make it.
  const { rowCount } = await charges.db.query(
    `update payment_return set status = 'FAILED' where charge_id = $1 and status = 'PROCESSING'`,
    [charge.id],
  );
  expect(rowCount).toBe(1);
  expect(await returnsOf(charge.endToEndId)).toEqual([]);

  await charges.advanceClock(3_600);
  await eventually(async () => {
    await charges.callBack(charge);
    expect(await returnsOf(charge.endToEndId)).toMatchObject([{ valueCents: 1000 }]);
  });
  await charges.callBack(charge);

  expect(await returnsOf(charge.endToEndId)).toHaveLength(1);
  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 1000 });
});

test('a refund that the bank settles after it was recorded as failed is an alarm, and booked as a return', async () => {
  const charge = await under.paidCharge(5000);
  await under.refund(charge, { valueCents: 1000 });
  // As if another replica had been refused a moment before the bank took the request of this one.
  const { rows } = await charges.db.query(
    `update payment_return set status = 'FAILED' where charge_id = $1 returning bank_id`,
    [charge.id],
  );
  const bankReturnId = rows[0].bank_id;

  await eventually(async () => {
    await charges.advanceClock(30);
    await charges.callBack(charge);
    expect(await returnsOf(charge.endToEndId)).toMatchObject([{ bankReturnId, valueCents: 1000 }]);
  });

  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 1000 });
  expect(await charges.metric('refunds_settled_after_failure_total')).toMatch(/ 1$/m);
});

test('a failed refund that this database has lost is published again, so that the ledger releases its hold', async () => {
  const charge = await under.paidCharge(5000);
  await charges.fault('settle-refund', 'fail');
  const { refund } = await under.refund(charge, { valueCents: 1000 });
  await under.settled(charge);
  await charges.db.query('delete from payment_return where charge_id = $1', [charge.id]);
  await charges.db.query('delete from outbox where key = $1', [charge.id]);

  await charges.callBack(charge);

  expect(await under.settled(charge)).toEqual([
    { returnFailed: expect.objectContaining({ returnId: refund?.id, valueCents: 1000 }) },
  ]);
});

test('a return beside a refund that settles all the same never takes refundedValue above the value', async () => {
  const charge = await under.paidCharge(5000);
  await charges.db.query('update charge set refunded_cents = 4000 where id = $1', [charge.id]);
  await takeBack(charge.endToEndId, { value: 3000 });

  await charges.callBack(charge);

  expect(await returnsOf(charge.endToEndId)).toMatchObject([
    { valueCents: 3000, refundedCents: 5000 },
  ]);
  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 5000 });
});

test('a return of a payment of 80 days ago, of which no callback came, is found by the list of returns', async () => {
  const charge = await under.paidCharge(5000);
  await charges.advanceClock(80 * DAY_SECONDS);
  await takeBack(charge.endToEndId, { natureza: 'MED_OPERACIONAL' });

  await listedReturnsAre(charge.endToEndId, [{ natureza: 'MED_OPERACIONAL' }]);

  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 5000 });
});

test('a slice of the returns that cannot be listed is left behind, and is no success of the job', async () => {
  const listedTo = async () =>
    (await charges.db.query(`select progress ->> 'listedTo' as at from job where name = 'returns'`))
      .rows[0].at;
  const nextSlice = async () => {
    const before = await listedTo();
    await listReturns();
    await eventually(async () => expect(await listedTo()).not.toBe(before));
  };
  const succeededAt = async () => {
    const text = await charges.metric('job_last_success_timestamp_seconds');
    return /job="returns"\} (\S+)/.exec(text)?.[1];
  };
  await charges.fault('list-pix', '500', { count: 10_000 });
  // One may have been listed before.
  await nextSlice();
  const before = await succeededAt();
  await nextSlice();
  await nextSlice();

  expect(await succeededAt()).toBe(before);
  await charges.bank.clearFaults();
});

test('a return that cannot be read is set aside and shown until it can, and nobody may decide about its payment', async () => {
  const { endToEndId } = await charges.payUnknown(700);
  await charges.rpc.recheckPayments({ ids: [endToEndId] });
  await takeBack(endToEndId, { value: 300 });
  for (const operation of ['list-pix', 'get-pix']) {
    await charges.fault(operation, 'unreadable-returns', { count: 10_000 });
  }
  const unclear = async () =>
    (await charges.unclear()).filter((one) => one.id === `${endToEndId}R`);

  await listReturns();
  await eventually(async () =>
    expect(await unclear()).toMatchObject([
      { endToEndId, problem: expect.stringContaining('a return cannot be read') },
    ]),
  );
  const unreadable = { code: 'CONFLICT', reason: 'return_unreadable' };
  await expect(charges.rpc.lookUpReturns({ endToEndId })).rejects.toMatchObject(unreadable);
  await charges.rpc.recheckPayments({ ids: [endToEndId] });
  expect(await unclear()).toHaveLength(1);
  expect(await returnsOf(endToEndId)).toEqual([]);

  await charges.bank.clearFaults();
  await eventually(async () => {
    await charges.rpc.recheckPayments({ ids: [endToEndId] });
    expect(await unclear()).toEqual([]);
  });

  expect(await charges.rpc.lookUpReturns({ endToEndId })).toEqual({ returnedCents: 300 });
});
