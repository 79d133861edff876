import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { chargesUnderTest, type UnderTest } from './charges-under-test.ts';
import { fakeLedger } from './fake-ledger.ts';

type Ledger = Awaited<ReturnType<typeof fakeLedger>>;
const DAY_SECONDS = 86_400;

let ledger: Ledger;
let charges: UnderTest;
beforeAll(async () => {
  ledger = await fakeLedger();
  charges = await chargesUnderTest({
    LEDGER_ADDRESS: ledger.address,
    PROVIDER_TIMEOUT_MS: '1500',
  });
});
afterEach(async () => {
  ledger.become('holds');
  charges.bank.line.restore();
  await charges.bank.clearFaults();
});
afterAll(async () => {
  await charges[Symbol.asyncDispose]();
  await ledger[Symbol.asyncDispose]();
});

async function paidCharge(valueCents = 5000) {
  const charge = await charges.create(valueCents);
  await charges.bank.pay(charge.emv, { notify: false });
  await charges.statusOf(charge);
  return charge;
}

type Charge = Awaited<ReturnType<typeof paidCharge>>;

const refund = ({ accountId, paymentLinkId }: Charge, more: object = {}) =>
  charges.rpc.refundCharge({ accountId, paymentLinkId, ...more });

async function refundFactsOf({ id }: Charge): Promise<object[]> {
  const facts = await charges.factsOf(id);
  return facts.filter((fact) => 'refundSettled' in fact || 'refundFailed' in fact);
}

/** The bank settles after a moment of its own clock, and we look now and then. */
async function settled(charge: Charge): Promise<object[]> {
  return eventually(async () => {
    await charges.advanceClock(30);
    const facts = await refundFactsOf(charge);
    return facts.length > 0 && facts;
  });
}

test('a refund is held by the ledger, made by the bank, and announced when it has settled', async () => {
  const charge = await paidCharge(5000);

  const { refund: made, replayed } = await refund(charge, { reason: 'sold out' });

  expect(replayed).toBe(false);
  expect(made).toMatchObject({ valueCents: 5000, reason: 'sold out' });
  expect(ledger.held.get(made?.id ?? '')).toMatchObject({
    accountId: charge.accountId,
    chargeId: charge.id,
    paymentLinkId: charge.paymentLinkId,
    valueCents: 5000,
  });
  expect(await settled(charge)).toEqual([
    {
      refundSettled: expect.objectContaining({
        refundId: made?.id,
        valueCents: 5000,
        refundedCents: 5000,
        charge: expect.objectContaining({ chargeId: charge.id }),
      }),
    },
  ]);
  const { charge: after } = await charges.rpc.getCharge(charge);
  expect(after).toMatchObject({ status: 'CHARGE_STATUS_COMPLETED', refundedCents: 5000 });
});

test('partial refunds add up to what was paid and no further, also when they come at once', async () => {
  const charge = await paidCharge(5000);

  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => refund(charge, { valueCents: 1000 })),
  );

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const result of results) {
    if (result.status === 'rejected') {
      expect(result.reason).toMatchObject({
        code: 'OUT_OF_RANGE',
        reason: 'refund_out_of_range',
      });
    }
  }
  await eventually(async () => {
    await charges.advanceClock(30);
    expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 5000 });
  });
});

test('a surplus is no part of what a client can refund', async () => {
  const charge = await charges.create(5000);
  await charges.bank.pay(charge.emv, { value: 9000, notify: false });
  await charges.statusOf(charge);

  await expect(refund(charge, { valueCents: 5001 })).rejects.toMatchObject({
    code: 'OUT_OF_RANGE',
  });
});

test('a repeated refund is the same refund, another one under its key is refused', async () => {
  const charge = await paidCharge(5000);
  const idempotency = { key: randomUUID(), fingerprint: 'half' };
  const first = await refund(charge, { valueCents: 2500, idempotency });

  const again = await refund(charge, { valueCents: 2500, idempotency });

  expect(again).toMatchObject({ replayed: true, refund: { id: first.refund?.id } });
  const other = { key: idempotency.key, fingerprint: 'all' };
  await expect(refund(charge, { idempotency: other })).rejects.toMatchObject({
    reason: 'idempotency_key_reused',
  });
  const { rows } = await charges.db.query('select count(*) from refund where charge_id = $1', [
    charge.id,
  ]);
  expect(rows[0].count).toBe(1);
});

test('a balance that does not cover it: refused, the bank is not asked, nothing is announced', async () => {
  const charge = await paidCharge();
  ledger.become('refuses');
  const idempotency = { key: randomUUID(), fingerprint: 'f' };
  const refusal = { code: 'CONFLICT', reason: 'insufficient_balance' };

  await expect(refund(charge, { idempotency })).rejects.toMatchObject(refusal);
  await expect(refund(charge, { idempotency })).rejects.toMatchObject(refusal);

  expect(await refundFactsOf(charge)).toEqual([]);
  ledger.become('holds');
  await refund(charge);
});

test('a refund that the bank cannot make is announced as failed, and can be tried anew', async () => {
  const charge = await paidCharge();
  await charges.fault('settle-refund', 'fail');
  const { refund: made } = await refund(charge);

  expect(await settled(charge)).toEqual([
    { refundFailed: expect.objectContaining({ refundId: made?.id, valueCents: 5000 }) },
  ]);
  expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 0 });
  await refund(charge);
});

test.each(['timeout', '500-after', 'reset', 'malformed', 'contradictory'])(
  'a refund whose answer is lost (%s) goes on by itself and is made once',
  async (fault) => {
    const charge = await paidCharge();
    await charges.fault('put-devolucao', fault, { count: 3 });
    await charges.fault('get-devolucao', fault, { count: 3 });

    await refund(charge).catch((error) =>
      expect(error).toMatchObject({ message: 'Payment provider unavailable' }),
    );

    await charges.bank.clearFaults();
    expect(await settled(charge)).toEqual([{ refundSettled: expect.anything() }]);
    expect(await refundsAtBank(charge)).toBe(1);
  },
);

test('a bank that refuses to tell of a refund has not refused it: its money stays held until it settles', async () => {
  const charge = await paidCharge();
  await refund(charge);
  await charges.fault('get-devolucao', '403', { count: 1 });

  expect(await settled(charge)).toEqual([{ refundSettled: expect.anything() }]);
  expect(await refundsAtBank(charge)).toBe(1);
});

test('a refund that the bank refuses and does not know has failed', async () => {
  const charge = await paidCharge();
  await charges.fault('put-devolucao', '403');

  await refund(charge);

  expect(await settled(charge)).toEqual([{ refundFailed: expect.anything() }]);
  expect(await refundsAtBank(charge)).toBe(0);
});

test('a refund that the ledger did not hear of goes on when it is back', async () => {
  const charge = await paidCharge();
  ledger.become('away');
  await expect(refund(charge)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  ledger.become('holds');

  expect(await settled(charge)).toEqual([{ refundSettled: expect.anything() }]);
});

test('what is not completed, or not one’s own, cannot be refunded', async () => {
  const pending = await charges.create();
  await expect(refund(pending)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'charge_not_completed',
  });
  const theirs = { ...(await paidCharge()), accountId: randomUUID() };
  await expect(refund(theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('after ninety days it is too late', async () => {
  const charge = await paidCharge();
  await charges.advanceClock(90 * DAY_SECONDS + 60);

  await eventually(() =>
    expect(refund(charge)).rejects.toMatchObject({
      code: 'OUT_OF_RANGE',
      reason: 'refund_too_late',
    }),
  );
});

async function refundsAtBank({ id }: Charge): Promise<number> {
  const { rows } = await charges.db.query('select id from refund where charge_id = $1', [id]);
  const ids = new Set(rows.map((row) => String(row.id).replaceAll('-', '')));
  const { refunds } = await charges.bank.truth('/refunds');
  return refunds.filter((made) => ids.has(made.id)).length;
}
