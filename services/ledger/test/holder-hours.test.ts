import { randomUUID } from 'node:crypto';
import { forTests } from '@entrada/platform/testing/for-tests';
import { HOUR_MS } from '@entrada/platform/time/units';
import { NO_SUMS } from '../src/domain/holder-hour.ts';
import { expectHoursLikeBooks, hourLines, sumsOf } from './hours-of-books.ts';
import { ledgerAtBank } from './ledger-at-bank.ts';
import {
  completed,
  exceptional,
  failed,
  holdOf,
  paidCharge,
  returned,
  settled,
} from './ledger-under-test.ts';

const ledger = forTests(() => ledgerAtBank());
afterEach(async () => {
  await expectHoursLikeBooks(ledger);
  expect(await hourLines(ledger)).toEqual([]);
});

const sums = (accountId: string) => sumsOf(ledger, accountId);
const CREDITED = { ...NO_SUMS, creditedCount: 1, creditedCents: 4950, feeCents: 50 };

async function credited() {
  const charge = paidCharge();
  await ledger.deliver(completed(charge));
  return charge;
}

async function held(valueCents: number) {
  const charge = await credited();
  const refund = holdOf(charge, valueCents);
  await ledger.app.holdRefund(refund, null);
  return { charge, refund };
}

test('deposits of a batch count once each, and a repeated one does not count again', async () => {
  const one = paidCharge();
  const two = paidCharge({ accountId: one.accountId, feeCents: 5000 });
  const ofOther = paidCharge();

  await ledger.deliver(completed(one), completed(two), completed(ofOther));
  await ledger.deliver(completed(one), completed(ofOther));

  const both = { creditedCount: 2, creditedCents: 4950, feeCents: 5050 };
  expect(await sums(one.accountId)).toEqual({ ...NO_SUMS, ...both });
  expect(await sums(ofOther.accountId)).toEqual(CREDITED);
});

test('a batch that is rolled back counts nothing', async () => {
  const [good, bad] = [paidCharge(), paidCharge()];
  await ledger.deliver(completed(bad));
  await ledger.db.query('update account set seq = seq - 1 where holder_id = $1', [bad.accountId]);
  const second = paidCharge({ accountId: bad.accountId });

  await ledger.deliver(completed(good), completed(second));

  expect(await sums(good.accountId)).toEqual(CREDITED);
  expect(await sums(bad.accountId)).toEqual(CREDITED);
  await ledger.db.query('update account set seq = seq + 1 where holder_id = $1', [bad.accountId]);
  await ledger.db.query('delete from parked_record');
});

test('a refund counts when it is settled, not while it is held', async () => {
  const { charge, refund } = await held(1000);
  expect(await sums(charge.accountId)).toEqual(CREDITED);

  await ledger.deliver(settled(charge, refund));

  const refunded = { refundedCount: 1, refundedCents: 1000 };
  expect(await sums(charge.accountId)).toEqual({ ...CREDITED, ...refunded });
});

test('a refund that failed never counts, and counts once when the bank makes it after all', async () => {
  const { charge, refund } = await held(1000);
  await ledger.deliver(failed(charge, refund));
  expect(await sums(charge.accountId)).toEqual(CREDITED);

  await ledger.deliver(settled(charge, refund));
  await ledger.deliver(settled(charge, refund));

  const refunded = { refundedCount: 1, refundedCents: 1000 };
  expect(await sums(charge.accountId)).toEqual({ ...CREDITED, ...refunded });
});

test('a return by the bank counts as far as the account pays for it, also where it owes that', async () => {
  const { charge, refund } = await held(4000);
  await ledger.deliver(settled(charge, refund));

  await ledger.deliver(returned(charge, { returnId: randomUUID(), valueCents: 1000 }));

  expect(await ledger.app.getBalance(charge.accountId, null)).toMatchObject({ owedCents: 50 });
  const refunded = { refundedCount: 2, refundedCents: 5000 };
  expect(await sums(charge.accountId)).toEqual({ ...CREDITED, ...refunded });
});

test('what the bank returns from suspense was never credited, so it is not refunded', async () => {
  const charge = paidCharge();
  const { endToEndId } = charge;
  await ledger.deliver(exceptional(charge, { endToEndId, amountCents: 700 }));

  await ledger.deliver(returned(charge, { returnId: randomUUID(), valueCents: 700 }));

  expect(await sums(charge.accountId)).toEqual({});
});

test('a suspended payment counts for the account that it is credited to', async () => {
  const [exceptionId, accountId] = [randomUUID(), randomUUID()];
  const { endToEndId } = paidCharge();
  ledger.bank.pay({ endToEndId }, 700);
  await ledger.deliver(exceptional(null, { exceptionId, endToEndId, amountCents: 700 }));

  await ledger.decide(exceptionId, 'CREDIT', accountId);
  await ledger.decide(exceptionId, 'CREDIT', accountId);

  const added = { suspenseCreditedCount: 1, suspenseCreditedCents: 700 };
  expect(await sums(accountId)).toEqual({ ...NO_SUMS, ...added });
});

test('open pages of the account whose hours changed read again', async () => {
  const { accountId } = await credited();
  ledger.noted.length = 0;
  await ledger.foldHours();
  expect(ledger.noted).toEqual([accountId]);
});

test('what is booked in another hour is counted in that hour', async () => {
  const { accountId } = await credited();
  const later = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 3 * HOUR_MS);
  const move = 'update account set moved_at = $2 where holder_id = $1';
  // A holder's transactions never go back in time, so the next one is booked then.
  await ledger.db.query(move, [accountId, later]);

  await ledger.deliver(completed(paidCharge({ accountId })), completed(paidCharge({ accountId })));

  await ledger.foldHours();
  const window = { from: later, to: new Date(later.getTime() + 1) };
  const counted = { creditedCount: 2, creditedCents: 9900, feeCents: 100 };
  expect((await ledger.app.getHours(accountId, window)).hours).toEqual([
    { ...NO_SUMS, hour: later, ...counted },
  ]);
  const before = { from: new Date(later.getTime() - HOUR_MS), to: later };
  expect((await ledger.app.getHours(accountId, before)).hours).toEqual([]);
});

test.each([
  ['is empty', 0],
  ['is longer than 94 days', 94 * 24 * HOUR_MS + 1],
])('a window that %s is refused', async (_what, lengthMs) => {
  const from = new Date();
  const window = { from, to: new Date(from.getTime() + lengthMs) };
  await expect(ledger.app.getHours(randomUUID(), window)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  });
});
