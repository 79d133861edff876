import { randomUUID } from 'node:crypto';
import type { ListEntriesRequestInput } from '@entrada/contracts/gen/ledger/v1/ListEntriesRequest';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import { completed, holdOf, ledgerUnderTest, paidCharge, settled } from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());

async function credit(accountId: string, count: number): Promise<void> {
  const before = (await everything({ accountId })).length;
  for (let index = 0; index < count; index += 1) {
    await ledger.publish(completed(paidCharge({ accountId, valueCents: 1000, feeCents: 10 })));
    await eventually(async () =>
      expect((await everything({ accountId })).length).toBe(before + index + 1),
    );
  }
}

/** All pages, read with pages as small as they get. */
async function everything(query: ListEntriesRequestInput, limit = 2, between = async () => {}) {
  const entries = [];
  let cursor = '';
  do {
    const page = await ledger.rpc.listEntries({ ...query, limit, cursor });
    entries.push(...page.entries);
    cursor = page.nextCursor;
    await between();
  } while (cursor !== '');
  return entries;
}

test('entries come newest first, each with the balance right after it and the charge it is about', async () => {
  const accountId = randomUUID();
  const charge = paidCharge({ accountId });
  await ledger.publish(completed(charge));
  await ledger.holds(accountId, 4950);
  await ledger.rpc.holdRefund(holdOf(charge, 950));

  const { entries, nextCursor } = await ledger.rpc.listEntries({ accountId, limit: 10 });

  expect(nextCursor).toBe('');
  expect(entries).toEqual([
    expect.objectContaining({ kind: 'REFUND_HOLD', amountCents: -950, balanceCents: 4000 }),
    expect.objectContaining({ kind: 'DEPOSIT', amountCents: 4950, balanceCents: 4950 }),
  ]);
  for (const entry of entries) expect(entry.paymentLinkId).toBe(charge.paymentLinkId);
});

test('a reader that pages while credits arrive sees each older entry once, and no gap', async () => {
  const accountId = randomUUID();
  await credit(accountId, 6);
  const older = await everything({ accountId }, 100);

  const paged = await everything({ accountId }, 2, async () => {
    await ledger.publish(completed(paidCharge({ accountId })));
  });

  expect(paged.slice(-older.length)).toEqual(older);
  expect(new Set(paged.map(({ id }) => id)).size).toBe(paged.length);
});

test('from belongs to a window and to does not, and windows add up', async () => {
  const accountId = randomUUID();
  await credit(accountId, 4);
  const all = (await everything({ accountId })).toReversed();
  const edge = all[2]?.at ?? '';

  const before = await everything({ accountId, to: edge });
  const after = await everything({ accountId, from: edge });

  expect(before.every(({ at }) => at < edge)).toBe(true);
  expect(after.every(({ at }) => at >= edge)).toBe(true);
  expect([...after, ...before].map(({ id }) => id)).toEqual(all.toReversed().map(({ id }) => id));
});

test('the balance at an instant is the one right before it', async () => {
  const accountId = randomUUID();
  await credit(accountId, 3);
  const all = (await everything({ accountId })).toReversed();

  for (const [index, { at, balanceCents, amountCents }] of all.entries()) {
    const first = all.findIndex((entry) => entry.at === at);
    if (first !== index) continue;
    const { availableCents } = await ledger.rpc.getBalance({ accountId, at });
    expect(availableCents).toBe(balanceCents - amountCents);
  }
  const later = new Date(Date.now() + 60_000).toISOString();
  expect(await ledger.rpc.getBalance({ accountId, at: later })).toEqual(
    await ledger.rpc.getBalance({ accountId }),
  );
  expect(await ledger.rpc.getBalance({ accountId, at: '2020-01-01T00:00:00Z' })).toEqual({
    availableCents: 0,
    suspenseCents: 0,
    owedCents: 0,
    heldCents: 0,
  });
});

test('times of a holder’s entries never go back, whichever clock they come from', async () => {
  const accountId = randomUUID();
  await credit(accountId, 2);
  await ledger.db.query(
    `update account set moved_at = now() + interval '1 hour' where holder_id = $1`,
    [accountId],
  );
  await credit(accountId, 2);

  const times = (await everything({ accountId })).map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('the timeline of a charge is shown to its account and to nobody else', async () => {
  const charge = paidCharge();
  const { chargeId, accountId } = charge;
  await ledger.publish(completed(charge));
  await ledger.holds(accountId, 4950);
  const hold = holdOf(charge, 50);
  const { refundId } = hold;
  await ledger.rpc.holdRefund(hold);

  const { entries } = await ledger.rpc.getLedgerTimeline({ accountId, chargeId });

  expect(entries.map(({ kind }) => kind)).toEqual(['credited', 'refund_held']);
  expect(JSON.parse(entries[1]?.detail ?? '')).toMatchObject({ amount: 50, reference: refundId });
  await ledger.publish(settled(charge, hold));
  const booked = await eventually(async () => {
    const timeline = await ledger.rpc.getLedgerTimeline({ accountId, chargeId });
    return timeline.entries.find(({ kind }) => kind === 'refund_booked') ?? false;
  });
  expect(JSON.parse(booked.detail)).toMatchObject({ amount: 50, reference: refundId });
  const others = await ledger.rpc.getLedgerTimeline({ accountId: randomUUID(), chargeId });
  expect(others.entries).toEqual([]);
});

test.each<[string, ListEntriesRequestInput]>([
  ['an account', { accountId: 'malformed' }],
  ['a time', { from: 'yesterday' }],
  ['a limit', { limit: 0 }],
  ['a limit', { limit: 1001 }],
  ['a cursor', { cursor: 'malformed' }],
  ['a cursor', { cursor: Buffer.from('99999999999999999.1').toString('base64url') }],
])('a malformed value of %s is refused: %j', async (_what, wrong) => {
  const query = { accountId: randomUUID(), limit: 10, ...wrong };
  await expect(ledger.rpc.listEntries(query)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
});

test.each([
  [{ account: 'available' }],
  [{ limit: 0 }],
  [{ limit: 1001 }],
  [{ cursor: 'malformed' }],
  [{ from: 'yesterday' }],
])('a malformed request for a statement of the books is refused: %j', async (wrong) => {
  const query = { account: 'suspense', limit: 10, ...wrong };
  await expect(ledger.rpc.listBookEntries(query)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});
