import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import {
  completed,
  failed,
  holdOf,
  ledgerUnderTest,
  paidCharge,
  settled,
  summaryOf,
} from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());

async function credited() {
  const charge = paidCharge();
  await ledger.publish(completed(charge));
  await ledger.holds(charge.accountId, 4950);
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
