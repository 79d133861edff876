import { randomUUID } from 'node:crypto';
import type { EventRecord } from '@entrada/platform/events/event-log';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { NO_BALANCE, PLATFORM_ID } from '../src/domain/posting.ts';
import {
  completed,
  exceptional,
  failed,
  holdOf,
  ledgerUnderTest,
  paidCharge,
  returned,
  settled,
  summaryOf,
} from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());

type PaidCharge = ReturnType<typeof paidCharge>;

async function credited(overrides: Partial<PaidCharge> = {}): Promise<PaidCharge> {
  const charge = paidCharge(overrides);
  await ledger.publish(completed(charge));
  await eventually(async () => expect(await ledger.entriesOf(charge.chargeId)).not.toEqual([]));
  return charge;
}

/** What the platform's own books hold, the bank's side included. */
async function sumOf(account: string): Promise<number> {
  const text = 'select coalesce(sum(amount_cents), 0)::bigint as sum from entry where account = $1';
  return (await ledger.db.query(text, [account])).rows[0].sum;
}

test('what is held for a refund cannot be spent, and leaves the books once the bank has paid it', async () => {
  const charge = await credited();
  const hold = holdOf(charge, 3000);
  const before = { refunds: await sumOf('refunds'), settlement: await sumOf('settlement') };

  await ledger.rpc.holdRefund(hold);
  await ledger.holds(charge.accountId, 1950, 0, 0, 3000);
  expect(await sumOf('refunds')).toBe(before.refunds + 3000);
  const whileHeld = new Date().toISOString();
  await ledger.publish(settled(charge, hold), settled(charge, hold));

  await eventually(async () => expect(await ledger.published(charge.accountId)).toHaveLength(2));
  const [, booked] = await ledger.published(charge.accountId);
  expect(booked?.refundBooked?.refund).toMatchObject({
    ...{ returnId: hold.refundId, origin: 'RETURN_ORIGIN_CLIENT' },
    charge: summaryOf(charge),
    valueCents: 3000,
  });
  await ledger.holds(charge.accountId, 1950);
  expect(await ledger.rpc.getBalance({ accountId: charge.accountId, at: whileHeld })).toMatchObject(
    {
      availableCents: 1950,
      heldCents: 3000,
    },
  );
  expect(await sumOf('refunds')).toBe(before.refunds);
  expect(await sumOf('settlement')).toBe(before.settlement + 3000);
});

test('a refund that the bank refuses goes back to the holder, once', async () => {
  const charge = await credited();
  const hold = holdOf(charge, 4950);
  await ledger.rpc.holdRefund(hold);
  await ledger.holds(charge.accountId, 0, 0, 0, 4950);

  await ledger.publish(failed(charge, hold), failed(charge, hold));

  await ledger.holds(charge.accountId, 4950);
  await eventually(async () => expect(await ledger.published(charge.accountId)).toHaveLength(2));
  const [, released] = await ledger.published(charge.accountId);
  expect(released?.refundReleased?.refund).toMatchObject({
    ...{ returnId: hold.refundId, origin: 'RETURN_ORIGIN_CLIENT' },
    charge: summaryOf(charge),
    valueCents: 4950,
    reason: 'refused',
  });
});

test('asking again holds nothing more; another refund under the same id is refused', async () => {
  const charge = await credited();
  const hold = holdOf(charge, 1000);

  const replies = await Promise.all([1, 2, 3, 4].map(() => ledger.rpc.holdRefund(hold)));
  // Who hears that it was known asks the bank first whether it knows it too.
  expect(replies.filter(({ isKnown }) => !isKnown)).toHaveLength(1);

  await ledger.holds(charge.accountId, 3950, 0, 0, 1000);
  await expect(ledger.rpc.holdRefund({ ...hold, valueCents: 999 })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});

test('a balance that does not cover a refund holds nothing, however many ask at once', async () => {
  const charge = await credited();

  const asked = await Promise.allSettled(
    Array.from({ length: 8 }, () => ledger.rpc.holdRefund(holdOf(charge, 1000))),
  );

  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  for (const one of asked) {
    if (one.status === 'rejected') {
      expect(one.reason).toMatchObject({ code: 'CONFLICT', reason: 'insufficient_balance' });
    }
  }
  await ledger.holds(charge.accountId, 950, 0, 0, 4000);
  await expect(ledger.rpc.holdRefund(holdOf(paidCharge(), 1))).rejects.toMatchObject({
    reason: 'insufficient_balance',
  });
});

test('a settled refund of another amount than was held is set aside', async () => {
  const charge = await credited();
  const hold = holdOf(charge, 1000);
  await ledger.rpc.holdRefund(hold);

  await ledger.publish(settled(charge, { ...hold, valueCents: 1001 }));

  await eventually(async () =>
    expect(await ledger.parkedOf(charge.chargeId)).toMatchObject([{ reason: 'unprocessable' }]),
  );
  await ledger.holds(charge.accountId, 3950, 0, 0, 1000);
});

test('a settled refund without a hold that the balance does not cover is booked, and the rest is owed', async () => {
  const charge = await credited();

  await ledger.publish(settled(charge, holdOf(charge, 5000)));

  await ledger.holds(charge.accountId, 0, 0, 50);
  expect(await ledger.parkedOf(charge.chargeId)).toEqual([]);
});

test('a hold that comes after its refund has failed is refused, whether anything was held or not', async () => {
  const charge = await credited();
  const [never, once] = [holdOf(charge, 1000), holdOf(charge, 2000)];
  await ledger.rpc.holdRefund(once);
  await ledger.publish(failed(charge, never), failed(charge, once));
  await eventually(async () => expect(await ledger.published(charge.accountId)).toHaveLength(3));

  for (const hold of [never, once]) {
    await expect(ledger.rpc.holdRefund(hold)).rejects.toMatchObject({ code: 'CONFLICT' });
  }

  await ledger.holds(charge.accountId, 4950);
});

test.each([
  ['value', { valueCents: 0 }],
  ['refund', { refundId: '' }],
  ['charge', { chargeId: 'malformed' }],
  ['account', { accountId: 'malformed' }],
  ['payment', { endToEndId: '' }],
])('a hold with a malformed %s is refused', async (_what, wrong) => {
  const hold = { ...holdOf(paidCharge(), 100), ...wrong };
  await expect(ledger.rpc.holdRefund(hold)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

function returnOf(valueCents: number) {
  return { returnId: randomUUID(), valueCents };
}

async function statementOf(accountId: string) {
  const { entries } = await ledger.rpc.listEntries({ accountId, limit: 50 });
  return entries.map(({ kind, amountCents, balanceCents }) => [kind, amountCents, balanceCents]);
}

async function returnBooked(key: string, returnId: string) {
  return eventually(async () => {
    const events = await ledger.published(key);
    const booked = events.find((one) => one.returnBooked?.return?.returnId === returnId);
    expect(booked).toBeDefined();
    return booked?.returnBooked;
  });
}

test('money that the bank takes back comes from the available balance, once', async () => {
  const charge = await credited();
  const back = returnOf(3000);

  await ledger.publish(returned(charge, back), returned(charge, back));

  await ledger.holds(charge.accountId, 1950);
  expect(await returnBooked(charge.accountId, back.returnId)).toMatchObject({
    accountId: charge.accountId,
    availableCents: 3000,
    owedCents: 0,
    suspenseCents: 0,
    return: { natureza: 'MED_FRAUDE', endToEndId: charge.endToEndId },
  });
  expect(await statementOf(charge.accountId)).toEqual([
    ['BANK_RETURN', -3000, 1950],
    ['DEPOSIT', 4950, 4950],
  ]);
});

test('what the account no longer has becomes owed, and later credits repay it first, each as an entry of its own', async () => {
  const charge = await credited();
  const back = returnOf(5000);

  await ledger.publish(returned(charge, back));
  await ledger.holds(charge.accountId, 0, 0, 50);
  expect(await returnBooked(charge.accountId, back.returnId)).toMatchObject({
    availableCents: 4950,
    owedCents: 50,
  });
  await credited({ accountId: charge.accountId, valueCents: 40, feeCents: 10, paidCents: 40 });
  await ledger.holds(charge.accountId, 0, 0, 20);
  await credited({ accountId: charge.accountId });

  await ledger.holds(charge.accountId, 4930);
  expect(await statementOf(charge.accountId)).toEqual([
    ['OWED_REPAYMENT', -20, 4930],
    ['DEPOSIT', 4950, 4950],
    ['OWED_REPAYMENT', -30, 0],
    ['DEPOSIT', 30, 30],
    ['BANK_RETURN', -5000, 0],
    ['OWED_ADVANCE', 50, 5000],
    ['DEPOSIT', 4950, 4950],
  ]);
});

test('the balance of the past shows what was owed then, and the timeline shows the return', async () => {
  const charge = await credited();
  await ledger.publish(returned(charge, returnOf(5000)));
  await ledger.holds(charge.accountId, 0, 0, 50);
  const at = new Date(Date.now() + 1).toISOString();
  await eventually(() => expect(new Date().toISOString() > at).toBe(true));
  await credited({ accountId: charge.accountId });
  await ledger.holds(charge.accountId, 4900);

  const past = await ledger.rpc.getBalance({ accountId: charge.accountId, at });
  expect(past).toEqual({ ...NO_BALANCE, owedCents: 50 });
  const { accountId, chargeId } = charge;
  const { entries } = await ledger.rpc.getLedgerTimeline({ accountId, chargeId });
  expect(entries.map(({ kind, detail }) => [kind, JSON.parse(detail).amount])).toEqual([
    ['credited', 4950],
    ['owed_advanced', 50],
    ['returned_by_bank', 5000],
  ]);
});

test('a released hold and a credit from suspense repay what is owed too', async () => {
  const charge = await credited();
  const hold = holdOf(charge, 1000);
  await ledger.rpc.holdRefund(hold);
  await ledger.publish(returned(charge, returnOf(4950)));
  await ledger.holds(charge.accountId, 0, 0, 1000, 1000);
  const other = paidCharge({ accountId: charge.accountId });
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(other, { exceptionId, amountCents: 400 }));
  await ledger.holds(charge.accountId, 0, 400, 1000, 1000);

  await ledger.rpc.resolveSuspense({ exceptionId, decision: 'CREDIT' });
  await ledger.holds(charge.accountId, 0, 0, 600, 1000);
  await ledger.publish(failed(charge, hold));

  await ledger.holds(charge.accountId, 400);
});

test('a return is taken first from what is in suspense of the payment, and ends its decision', async () => {
  const charge = await credited({ paidCents: 5700 });
  const { endToEndId } = charge;
  const exceptionId = randomUUID();
  const surplus = { exceptionId, kind: 'EXCEPTION_KIND_OVERPAID' as const, endToEndId };
  await ledger.publish(exceptional(charge, surplus));
  await ledger.holds(charge.accountId, 4950, 700);

  const [part, rest] = [returnOf(300), returnOf(1000)];
  await ledger.publish(returned(charge, part));
  await ledger.holds(charge.accountId, 4950, 400);
  await ledger.publish(returned(charge, rest));

  await ledger.holds(charge.accountId, 4350, 0);
  expect(await returnBooked(charge.accountId, rest.returnId)).toMatchObject({
    availableCents: 600,
    owedCents: 0,
    suspenseCents: 400,
  });
  const { items } = await ledger.rpc.listSuspense({
    limit: 10,
    withResolved: true,
    accountId: charge.accountId,
  });
  expect(items).toMatchObject([{ exceptionId, resolution: 'RETURNED' }]);
  await expect(
    ledger.rpc.resolveSuspense({ exceptionId, decision: 'CREDIT' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a return of nobody’s payment is taken from the platform’s suspense', async () => {
  const before = await suspenseOfPlatform();
  const { endToEndId } = paidCharge();
  const [exceptionId, back] = [randomUUID(), returnOf(700)];

  await ledger.publish(exceptional(null, { exceptionId, endToEndId, amountCents: 700 }));
  await eventually(async () => expect(await suspenseOfPlatform()).toBe(before + 700));
  await ledger.publish(returned({ endToEndId }, back));

  expect(await returnBooked(endToEndId, back.returnId)).toMatchObject({ accountId: '' });
  expect(await suspenseOfPlatform()).toBe(before);
  const { items } = await ledger.rpc.listSuspense({ limit: 200, withResolved: true });
  expect(items.find((item) => item.exceptionId === exceptionId)).toMatchObject({
    resolution: 'RETURNED',
  });
});

const EARLY: readonly [string, (charge: PaidCharge) => EventRecord[]][] = [
  ['the key of its payment', (charge) => [returned(charge, returnOf(300))]],
  ['another key', (charge) => [returned({ endToEndId: charge.endToEndId }, returnOf(300))]],
  [
    'the key of its payment, with refunds',
    (charge) => [
      failed(charge, holdOf(charge, 10)),
      settled(charge, holdOf(charge, 100)),
      returned(charge, returnOf(200)),
    ],
  ],
];

test.each(EARLY)(
  'a return under %s that comes before its payment waits, and is booked by itself when the payment has come',
  async (_key, eventsOf) => {
    const charge = paidCharge();
    const records = eventsOf(charge);
    const { key } = records[0] ?? completed(charge);

    await ledger.publish(...records);

    await eventually(async () =>
      expect(await ledger.parkedOf(key)).toContainEqual({
        reason: 'unprocessable',
        detail: expect.stringMatching(`^waits_for_payment:${charge.endToEndId} `),
      }),
    );
    await ledger.holds(charge.accountId, 0);
    await ledger.publish(completed(charge));

    await ledger.holds(charge.accountId, 4650, 0, 0, 0);
    expect(await ledger.parkedOf(key)).toEqual([]);
  },
);

async function suspenseOfPlatform(): Promise<number> {
  return (await ledger.balanceOf(PLATFORM_ID)).suspenseCents;
}
