import { randomUUID } from 'node:crypto';
import type { ListEntriesRequestInput } from '@entrada/contracts/gen/ledger/v1/ListEntriesRequest';
import { eventIdOf } from '@entrada/platform/events/outbox';
import { eventually } from '@entrada/platform/testing/eventually';
import { forTests } from '@entrada/platform/testing/for-tests';
import {
  chargeRecord,
  completed,
  exceptional,
  holdOf,
  ledgerUnderTest,
  paidCharge,
  settled,
  summaryOf,
} from './ledger-under-test.ts';

const ledger = forTests(() => ledgerUnderTest());

const reason = 'the payer called';

async function itemOf(exceptionId: string, withResolved = true) {
  const { items } = await ledger.rpc.listSuspense({ limit: 200, withResolved });
  return items.find((item) => item.exceptionId === exceptionId);
}

test('a payment that completes no charge waits in the suspense of its holder and is published', async () => {
  const charge = paidCharge();
  const exceptionId = randomUUID();

  await ledger.publish(exceptional(charge, { exceptionId, amountCents: 700 }));

  await ledger.holds(charge.accountId, 0, 700);
  const [event] = await eventually(async () => {
    const found = await ledger.published(charge.accountId);
    return found.length > 0 && found;
  });
  expect(event?.paymentSuspended?.exception).toMatchObject({ exceptionId, amountCents: 700 });
  expect(await itemOf(exceptionId, false)).toMatchObject({
    kind: 'UNDERPAID',
    amountCents: 700,
    accountId: charge.accountId,
    chargeId: charge.chargeId,
    resolution: '',
  });
});

test('a payment for nobody waits in the platform’s suspense and is published under its own key', async () => {
  const exceptionId = randomUUID();

  await ledger.publish(exceptional(null, { exceptionId }));

  await eventually(async () => expect(await ledger.published(exceptionId)).toHaveLength(1));
  expect(await itemOf(exceptionId)).toMatchObject({ kind: 'UNKNOWN_TXID', accountId: '' });
});

test('a payment for nobody is credited to the account that the operator names, and to no other one', async () => {
  const [exceptionId, accountId] = [randomUUID(), randomUUID()];
  await ledger.publish(exceptional(null, { exceptionId }));
  await eventually(async () => expect(await itemOf(exceptionId)).toBeDefined());
  const credit = { exceptionId, decision: 'CREDIT', reason };

  await expect(ledger.rpc.resolveSuspense(credit)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    fields: [{ field: 'accountId', message: expect.stringContaining('--account') }],
  });
  await ledger.rpc.resolveSuspense({ ...credit, accountId });

  await ledger.holds(accountId, 700);
  await expect(
    ledger.rpc.resolveSuspense({ ...credit, accountId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('an account lists a payment for nobody once it is credited with it, in order with its own, and no other account does', async () => {
  const charge = paidCharge();
  const { accountId } = charge;
  const [forNobody, own] = [randomUUID(), randomUUID()];
  await ledger.publish(exceptional(null, { exceptionId: forNobody }));
  await eventually(async () => expect(await itemOf(forNobody)).toBeDefined());
  await ledger.publish(exceptional(charge, { exceptionId: own }));
  await ledger.holds(accountId, 0, 700);
  const listed = async (query: object) =>
    (await ledger.rpc.listSuspense({ limit: 10, accountId, ...query })).items.map(
      ({ exceptionId }) => exceptionId,
    );
  expect(await listed({ withResolved: true })).toEqual([own]);

  const credit = { exceptionId: forNobody, decision: 'CREDIT', accountId, reason };
  await ledger.rpc.resolveSuspense(credit);

  expect(await listed({ withResolved: true })).toEqual([forNobody, own]);
  expect(await listed({ withResolved: true, limit: 1 })).toEqual([forNobody]);
  expect(await listed({})).toEqual([own]);
  expect(await listed({ withResolved: true, accountId: randomUUID() })).toEqual([]);
});

test('a payment of a known holder is credited to nobody else', async () => {
  const charge = paidCharge();
  const exceptionId = randomUUID();
  await ledger.publish(exceptional(charge, { exceptionId }));
  await ledger.holds(charge.accountId, 0, 700);

  await expect(
    ledger.rpc.resolveSuspense({
      exceptionId,
      decision: 'CREDIT',
      accountId: randomUUID(),
      reason,
    }),
  ).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  await ledger.holds(charge.accountId, 0, 700);
});

test('an exception that is not there, and a decision that is none, are refused', async () => {
  const wanted = { exceptionId: randomUUID(), decision: 'CREDIT', reason };
  await expect(
    ledger.rpc.resolveSuspense({ ...wanted, accountId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const wrong of [{ decision: 'KEEP' }, { exceptionId: ' ' }]) {
    await expect(ledger.rpc.resolveSuspense({ ...wanted, ...wrong })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  }
});

test('the list is complete page by page, oldest first', async () => {
  const published = Array.from({ length: 7 }, () => randomUUID());
  await ledger.publish(...published.map((exceptionId) => exceptional(null, { exceptionId })));
  const all = await eventually(async () => {
    const { items } = await ledger.rpc.listSuspense({ limit: 200, withResolved: true });
    const listed = new Set(items.map(({ exceptionId }) => exceptionId));
    return published.every((exceptionId) => listed.has(exceptionId)) && items;
  });

  const paged: string[] = [];
  let cursor = '';
  do {
    const page = await ledger.rpc.listSuspense({ limit: 2, cursor, withResolved: true });
    paged.push(...page.items.map(({ exceptionId }) => exceptionId));
    cursor = page.nextCursor;
  } while (cursor !== '');

  expect(paged).toEqual(all.map(({ exceptionId }) => exceptionId));
  const times = all.map(({ suspendedAt }) => suspendedAt);
  expect(times).toEqual(times.toSorted());
});

test('one payment of the bank is suspended once, whatever it is called', async () => {
  const charge = paidCharge();
  const endToEndId = `E${'1'.repeat(31)}`;

  await ledger.publish(exceptional(charge, { endToEndId }), exceptional(charge, { endToEndId }));
  // Handled after both.
  await ledger.publish(completed(charge));

  await ledger.holds(charge.accountId, 4950, 700);
});

test('expiry and cancellation of a charge move nothing and are not set aside', async () => {
  const charge = paidCharge();
  const summary = summaryOf(charge);
  const now = new Date().toISOString();
  const records = [
    chargeRecord(charge.chargeId, eventIdOf('expired', charge.chargeId), {
      chargeExpired: { charge: summary, expiredAt: now },
    }),
    chargeRecord(charge.chargeId, eventIdOf('canceled', charge.chargeId), {
      chargeCanceled: { charge: summary, canceledAt: now },
    }),
  ];

  await ledger.publish(...records, completed(charge));

  await ledger.holds(charge.accountId, 4950);
  expect(await ledger.parkedOf(charge.chargeId)).toEqual([]);
});

test('what is in suspense is measured', async () => {
  await ledger.publish(exceptional(null));
  await eventually(async () =>
    expect(await ledger.service.runtime.metrics.metrics()).toMatch(/ledger_suspense_cents [1-9]/),
  );
});

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
