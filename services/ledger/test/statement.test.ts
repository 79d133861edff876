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
