import { randomUUID } from 'node:crypto';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests, standIn } from '@entrada/platform/testing/for-tests';
import { newKey, type RefundsUnderTest, refundsUnderTest } from './refunds-under-test.ts';

const DAY_SECONDS = 86_400;

const under = forTests(() => refundsUnderTest());
const charges = standIn(() => under.charges);
const ledger = standIn(() => under.ledger);
/** It waits only shortly for a bank that never answers; nothing that has to succeed is asked of it. */
const brief = forTests(() => charges.startAnother({ PROVIDER_TIMEOUT_MS: '1500' }));
afterEach(() => under.repair());

const paidCharge = (valueCents?: number, accountId?: string) =>
  under.paidCharge(valueCents, accountId);
const refund: RefundsUnderTest['refund'] = (charge, more) => under.refund(charge, more);

test('a refund is held by the ledger, made by the bank, and published when it has settled', async () => {
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
  expect(await under.settled(charge)).toEqual([
    {
      paymentReturned: expect.objectContaining({
        returnId: made?.id,
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
  expect(await under.refundsOf(charge)).toHaveLength(1);
});

test('of refunds of several charges under one key at the same time one is made, the others are refused', async () => {
  const accountId = randomUUID();
  const paid = await Promise.all(Array.from({ length: 8 }, () => paidCharge(5000, accountId)));
  const key = randomUUID();
  const replies = await Promise.allSettled(
    paid.map((charge) => refund(charge, { idempotency: { key, fingerprint: charge.id } })),
  );

  const refused = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason] : []));
  expect(refused.map(({ reason }) => reason)).toEqual(Array(7).fill('idempotency_key_reused'));
  const { rows } = await charges.db.query(
    'select count(*) from payment_return where account_id = $1',
    [accountId],
  );
  expect(rows[0].count).toBe(1);
});

test('without an Idempotency-Key nothing is refunded', async () => {
  const charge = await paidCharge();

  await expect(refund(charge, { idempotency: null })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    reason: 'idempotency_key_required',
  });

  expect(await under.refundsOf(charge)).toEqual([]);
});

test('a balance that does not cover it: refused, the bank is not asked, the failure is published', async () => {
  const charge = await paidCharge();
  ledger.become('refuses');
  const idempotency = { key: randomUUID(), fingerprint: 'f' };
  const refusal = { code: 'CONFLICT', reason: 'insufficient_balance' };

  await expect(refund(charge, { idempotency })).rejects.toMatchObject(refusal);
  await expect(refund(charge, { idempotency })).rejects.toMatchObject(refusal);

  expect(await under.refundEventsOf(charge)).toEqual([
    {
      returnFailed: expect.objectContaining({
        reason: 'The balance does not cover it',
        failureCode: 'insufficient_balance',
      }),
    },
  ]);
  expect(await under.refundsAtBank(charge)).toBe(0);
  ledger.become('holds');
  await refund(charge);
});

test('a failed refund is a change of its charge, which the auditor sees', async () => {
  const charge = await paidCharge();
  await charges.advanceClock(3_600);
  const { rows } = await charges.db.query('select changed_at from charge where id = $1', [
    charge.id,
  ]);
  ledger.become('refuses');
  await expect(refund(charge)).rejects.toMatchObject({ reason: 'insufficient_balance' });

  const from = new Date(rows[0].changed_at.getTime() + 1).toISOString();
  const to = new Date(Date.now() + 365 * DAY_SECONDS * 1000).toISOString();
  const changed = await charges.rpc.listChargesForAudit({ from, to, limit: 1_000 });

  expect(changed.charges).toContainEqual(
    expect.objectContaining({
      chargeId: charge.id,
      refunds: [expect.objectContaining({ status: 'REFUND_STATUS_FAILED' })],
    }),
  );
});

test.each([
  ['cannot make', 'settle-refund', 'fail', 1],
  ['refuses and does not know', 'put-devolucao', '400', 0],
])(
  'a refund that the bank %s is published as failed, and can be tried anew',
  async (_what, operation, fault, atBank) => {
    const charge = await paidCharge();
    await charges.fault(operation, fault);
    const { refund: made } = await refund(charge);

    expect(await under.settled(charge)).toEqual([
      { returnFailed: expect.objectContaining({ returnId: made?.id, valueCents: 5000 }) },
    ]);
    expect(await under.refundsAtBank(charge)).toBe(atBank);
    expect(await charges.stored(charge.id)).toMatchObject({ refunded_cents: 0 });
    await refund(charge);
  },
);

test('a refund that fails gives its number and amount back to the day, and one that was not counted gives nothing', async () => {
  const charge = await paidCharge(5000);
  const { accountId } = charge;
  const counted = async () => {
    const text =
      'select coalesce(sum(made), 0)::int as made, coalesce(sum(cents), 0)::int as cents from velocity_day where account_id = $1';
    return (await charges.db.query(text, [accountId])).rows[0];
  };
  const fail = async () => {
    await charges.fault('put-devolucao', '400');
    const { refund: made } = await refund(charge, { valueCents: 1000 });
    await eventually(async () => {
      await charges.advanceClock(30);
      const rows = await under.refundsOf(charge);
      expect(rows.find(({ id }) => id === made?.id)).toMatchObject({ status: 'FAILED' });
    });
    await charges.bank.clearFaults();
  };

  await fail();
  expect(await counted()).toEqual({ made: 0, cents: 0 });
  await charges.rpc.setTerms({ accountId, dailyRefundsMax: 3, reason: 'risk review' });
  await refund(charge, { valueCents: 700 });
  await eventually(async () => expect(await under.refundsAtBank(charge)).toBe(1));
  await fail();
  ledger.become('refuses');
  await expect(refund(charge)).rejects.toMatchObject({ reason: 'insufficient_balance' });

  expect(await counted()).toEqual({ made: 1, cents: 700 });
});

test('a bank that refuses to tell of a refund has not refused it: its money stays held until it settles', async () => {
  const charge = await paidCharge();
  await refund(charge);
  await charges.fault('get-devolucao', '403', { count: 1 });

  expect(await under.settled(charge)).toEqual([{ paymentReturned: expect.anything() }]);
  expect(await under.refundsAtBank(charge)).toBe(1);
});

test('a refund that our application may not make, for now, has not failed: it is made when it may', async () => {
  const charge = await paidCharge();
  await charges.fault('put-devolucao', '403', { count: 10_000 });

  await refund(charge);

  expect(await under.refundsOf(charge)).toMatchObject([{ status: 'PROCESSING' }]);
  await charges.bank.clearFaults();
  expect(await under.settled(charge)).toEqual([{ paymentReturned: expect.anything() }]);
  expect(await under.refundsAtBank(charge)).toBe(1);
});

test.each(['timeout', '500-after', 'reset', 'malformed', 'contradictory'])(
  'a refund whose answer is lost (%s) goes on by itself and is made once',
  async (fault) => {
    const charge = await under.paidCharge();
    await charges.fault('put-devolucao', fault, { count: 3 });
    await charges.fault('get-devolucao', fault, { count: 3 });

    const { accountId, paymentLinkId } = charge;
    const asked = { accountId, paymentLinkId, idempotency: newKey() };
    const { refund: made } = await brief.rpc.refundCharge(asked);

    expect(made).toMatchObject({ status: 'REFUND_STATUS_PROCESSING' });
    await charges.bank.clearFaults();
    expect(await under.settled(charge)).toEqual([{ paymentReturned: expect.anything() }]);
    expect(await under.refundsAtBank(charge)).toBe(1);
  },
);

test('once it is stored a refund is PROCESSING, whatever is unavailable, and goes on by itself', async () => {
  const charge = await under.paidCharge(5000);
  const outages: Record<string, () => void> = {
    'the ledger': () => ledger.become('unavailable'),
    'the bank': () => charges.bank.line.cut(),
    'the ledger, which answers nothing': () => ledger.stopNext(),
  };
  for (const [name, begin] of Object.entries(outages)) {
    begin();
    const { refund: made } = await under.refund(charge, { valueCents: 100, reason: name });
    expect(made).toMatchObject({ status: 'REFUND_STATUS_PROCESSING', reason: name });
    ledger.become('holds');
    charges.bank.line.restore();
  }
  expect(await under.refundsOf(charge)).toHaveLength(3);

  await eventually(async () => {
    await charges.advanceClock(30);
    expect(await under.refundEventsOf(charge)).toHaveLength(3);
  });
  expect(await under.refundsAtBank(charge)).toBe(3);
});

test('of two refunds with different keys in an outage both are there, and a repeated one is the same', async () => {
  const charge = await under.paidCharge(5000);
  charges.bank.line.cut();
  const [first, second] = [newKey(), newKey()];

  await under.refund(charge, { valueCents: 100, idempotency: first });
  await under.refund(charge, { valueCents: 100, idempotency: second });
  const again = await under.refund(charge, { valueCents: 100, idempotency: first });

  expect(again).toMatchObject({ replayed: true });
  expect((await under.refundsOf(charge)).map(({ status }) => status)).toEqual([
    'PROCESSING',
    'PROCESSING',
  ]);
  const older = `update payment_return set created_at = created_at - interval '10 minutes' where charge_id = $1`;
  await charges.db.query(older, [charge.id]);
  await eventually(async () => {
    const text = await charges.metric('refunds_oldest_pending_seconds');
    expect(Number(text.split(' ').at(-1))).toBeGreaterThan(500);
  });
});

/** The first check of a stored refund comes after this, by whichever replica. */
const FIRST_CHECK_SECONDS = 31;

type Charge = Awaited<ReturnType<RefundsUnderTest['paidCharge']>>;

/** A request of one replica whose call to the ledger hangs, until the test has it answered. */
async function hangingRefund(charge: Charge) {
  const call = ledger.stopNext();
  const reply = under.refund(charge).then(
    ({ refund }) => ({ refund }),
    (error: unknown) => ({ error }),
  );
  const { refundId } = await call.arrived;
  return { reply, refundId, answer: call.answer };
}

async function stored(refundId: string) {
  const { rows } = await charges.db.query('select * from payment_return where id = $1', [refundId]);
  return rows[0];
}

async function endsOf(charge: Charge): Promise<string[]> {
  return (await under.refundEventsOf(charge)).flatMap((event) => Object.keys(event));
}

const ended = (charge: Charge) =>
  eventually(async () => {
    await charges.advanceClock(FIRST_CHECK_SECONDS);
    const ends = await endsOf(charge);
    return ends.length > 0 && ends;
  });

async function isAtBank(refundId: string): Promise<boolean> {
  const { refunds } = await charges.bank.truth('/refunds');
  return refunds.some(({ id }) => id === refundId.replaceAll('-', ''));
}

test('a refusal that comes late does not end a refund that another replica has sent to the bank', async () => {
  const charge = await under.paidCharge();
  const { reply, refundId, answer } = await hangingRefund(charge);
  await charges.advanceClock(FIRST_CHECK_SECONDS);
  await eventually(() => isAtBank(refundId));

  answer('refuses');

  expect(await reply).toMatchObject({ refund: { id: refundId } });
  expect(await ended(charge)).toEqual(['paymentReturned']);
  expect(await stored(refundId)).toMatchObject({ status: 'SETTLED' });
});

test('a refusal that comes late does not end a refund whose money another replica is having held', async () => {
  const charge = await under.paidCharge();
  const { reply, refundId, answer } = await hangingRefund(charge);
  const other = ledger.stopNext();
  await charges.advanceClock(FIRST_CHECK_SECONDS);
  await other.arrived;

  answer('refuses');
  expect(await reply).toMatchObject({ refund: { status: 'REFUND_STATUS_PROCESSING' } });
  expect(await stored(refundId)).toMatchObject({ status: 'PROCESSING' });

  other.answer('holds');
  expect(await ended(charge)).toEqual(['paymentReturned']);
});

test('a refund that another replica has ended is not sent to the bank by a hold that comes late', async () => {
  const charge = await under.paidCharge();
  const { reply, refundId, answer } = await hangingRefund(charge);
  ledger.become('refuses');
  await charges.advanceClock(FIRST_CHECK_SECONDS);
  await eventually(async () => (await stored(refundId)).status === 'FAILED');

  answer('holds');

  expect(await reply).toMatchObject({ error: { reason: 'insufficient_balance' } });
  expect(await stored(refundId)).toMatchObject({ status: 'FAILED' });
  expect(await isAtBank(refundId)).toBe(false);
  expect(await endsOf(charge)).toEqual(['returnFailed']);
});

/** Moves the clock of the bank far, so it is the last. */
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
