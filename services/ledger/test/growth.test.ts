import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jobStore } from '@entrada/platform/db/job-store';
import { openPool } from '@entrada/platform/db/pool';
import { OLD_INBOX, OLD_OUTBOX } from '@entrada/platform/events/outbox';
import { freshDatabase } from '@entrada/platform/testing/database';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import pg, { type Pool } from 'pg';
import type { PaymentAtBank } from '../src/domain/audit-returns.ts';
import { book } from '../src/domain/book.ts';
import type { ChainEnd } from '../src/domain/checkpoint.ts';
import type { Movement } from '../src/domain/posting.ts';
import type { Ports } from '../src/ports.ts';
import { idOf } from '../src/store/books-store.ts';
import { openStores } from '../src/store/stores.ts';
import { signCheckpoints } from '../src/use-cases/sign-checkpoints.ts';
import { bookBatch } from './book-batch.ts';
import { rowsReadInVain, type Statement, scannedBy } from './query-plans.ts';

/** Books of 400 accounts with a hundred deposits each, and of 20,000 that never moved. */
const FILL = `
  insert into account (holder_id, available_cents, suspense_cents, seq)
  select md5(h::text)::uuid, 100, case when h % 50 = 0 then 1 else 0 end, 100 from generate_series(1, 400) h;
  insert into account (holder_id) select md5(h || 'idle')::uuid from generate_series(1, 20000) h;
  insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, charge_id, end_to_end_id)
  select md5(h || '/' || s)::uuid, 'DEPOSIT', md5(h::text)::uuid, s, sha256('x'),
         now() - interval '1 day' + (s * 400 + h) * interval '1 s', left(md5(h || '/' || s), 24), h || 'E' || s
    from generate_series(1, 100) s, generate_series(1, 400) h;
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
  select t.id, side.account, case when side.account = 'available' then t.holder_id end, side.amount,
         case when side.account = 'available' then t.seq end, t.created_at
    from ledger_transaction t,
         (values ('settlement', -5), ('fees', 4), ('available', 1)) as side (account, amount);
  insert into holder_hour
  select md5(h::text)::uuid, date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 1, 1, 4, 0, 0, 0, 0
    from generate_series(1, 400) h, generate_series(1, 100) n;
  insert into checkpoint select holder_id, seq, hash, created_at, 'k', 's' from ledger_transaction where seq % 5 = 0 and seq < 100;
  insert into suspended_payment (exception_id, kind, amount_cents, holder_id, end_to_end_id, suspended_at, resolution, resolved_at)
  select id, 'OVERPAID', 1, holder_id, end_to_end_id, created_at, 'REFUNDED', created_at from ledger_transaction;
  insert into outbox (topic, key, event_id, value, created_at, published_at)
  select 'entrada.ledger.v1', holder_id, id, 'v', created_at, created_at from ledger_transaction;
  insert into inbox (consumer_group, event_id, handled_at) select 'ledger', id, created_at from ledger_transaction;
  vacuum analyze`;

const resources = new AsyncDisposableStack();
let pool: Pool;
const statements: Statement[] = [];
const scanned = () => scannedBy(statements.splice(0), pool);
beforeAll(async () => {
  const { url, adminUrl } = resources.use(await freshDatabase('ledger'));
  const { log } = testRuntime('growth');
  // Without the limits of a pool: a busy machine may take its time to fill it.
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  resources.defer(() => admin.end());
  for (const statement of FILL.split(';')) await admin.query(statement);
  // As the service itself, so that row-level security is part of every plan.
  pool = openPool(url, { max: 2, log });
  resources.defer(() => pool.end());
  pool.on('connect', (client) => {
    const { query } = client;
    client.query = ((statement: Statement | string, ...rest: unknown[]) => {
      if (typeof statement === 'object') statements.push(statement);
      return (query as (...args: unknown[]) => unknown).call(client, statement, ...rest);
    }) as typeof client.query;
  });
});
afterAll(() => resources.disposeAsync());

const holderId = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';
const chargeId = 'c'.repeat(24);
const window = { from: new Date(Date.now() - 7_200_000), to: new Date(Date.now() - 6_600_000) };
/** Every holder has one link since then. */
const LAST_LINKS_SINCE = new Date(Date.now() - 86_400_000 + 40_000_000);
const range = { holderId, afterSeq: 10, toSeq: 60, limit: 50 };
const sinceThen = { from: window.from, after: null, limit: 100 };

const NO_MONEY: Movement = {
  id: randomUUID(),
  kind: 'REFUND_RELEASE',
  holderId,
  chargeId: null,
  paymentLinkId: null,
  endToEndId: null,
  reference: null,
  traceId: null,
  postings: [],
};

const RETURN = { returnId: randomUUID(), endToEndId: '1E1', bankReturnId: 'D1' };
const RETURNED: PaymentAtBank = {
  endToEndId: '1E1',
  txid: null,
  paidCents: 5,
  paidAt: window.from,
  returns: [{ id: 'c4ca4238a0b923820dcc509a6f75849b', valueCents: 5, isSettled: true }],
  unreadReturns: [],
};

async function every(rows: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of rows);
}

type Ask = (ports: ReturnType<typeof openStores>) => Promise<unknown>;

const ASKS: readonly [string, Ask][] = [
  ['a balance', ({ getBalance }) => getBalance(holderId, null)],
  ['a balance of the past', ({ getBalance }) => getBalance(holderId, window.from)],
  [
    'a page of a statement',
    ({ listEntries }) =>
      listEntries({ accountId: holderId, from: null, to: window.to, limit: 50, before: null }),
  ],
  [
    'a page of the statement of suspense',
    ({ listBookEntries }) =>
      listBookEntries({ account: 'suspense', ...window, limit: 50, after: null }),
  ],
  ['hours of an account', ({ findHours }) => findHours(holderId, window, [])],
  ['buckets of an account', ({ findHours }) => findHours(holderId, window, [window.from])],
  ['an hour by the books', ({ books }) => books.compareHour(window.from)],
  ['how far the hours reach', ({ books }) => books.hoursAsOf()],
  ['a timeline', ({ getTimeline }) => getTimeline(holderId, chargeId)],
  ['the place of a credit', ({ chain }) => chain.creditSeq(holderId, chargeId)],
  ['returns of a charge', ({ chain }) => chain.returnsOf(holderId, chargeId, 100)],
  ['the checkpoint that covers it', ({ checkpoints }) => checkpoints.covering(holderId, 7)],
  ['links of a chain', ({ chain }) => chain.links(range)],
  ['checkpoints of a chain', ({ checkpoints }) => checkpoints.between(range)],
  ['accounts, page by page', ({ chain }) => chain.accounts(holderId, 20)],
  ['what is to be signed', ({ checkpoints }) => checkpoints.unsignedEnds(LAST_LINKS_SINCE, 100)],
  [
    'payments in suspense',
    ({ listSuspense }) =>
      listSuspense({ limit: 20, after: null, withResolved: false, accountId: null }),
  ],
  [
    'decided ones too',
    ({ listSuspense }) =>
      listSuspense({ limit: 20, after: null, withResolved: true, accountId: null }),
  ],
  [
    'the suspended payments of an account',
    ({ listSuspense }) =>
      listSuspense({ limit: 20, after: null, withResolved: true, accountId: holderId }),
  ],
  ['the sum in suspense', ({ suspenseCents }) => suspenseCents()],
  ['the sum owed', ({ owedCents }) => owedCents()],
  [
    'payments and returns on the books',
    ({ transact: inBooks }) =>
      inBooks(async (tx) => {
        await tx.lockSuspendedOf(['1E1', '2E2']);
        await tx.findPayments(['1E1', '2E2']);
        await tx.findReturns([RETURN]);
        await expect(tx.exceptionMessage(holderId)).rejects.toThrow('has no event');
      }),
  ],
  ['transactions of charges', ({ books }) => books.ofCharges([chargeId])],
  ['transactions of payments', ({ books }) => books.ofPayments(['1E1', '2E2'])],
  ['what came in a window', ({ books }) => every(books.creditsBetween(window))],
  ['what was published', ({ publishedEvents }) => every(publishedEvents.between(window))],
  ['what was returned in a window', ({ books }) => every(books.returnsBetween(window))],
  ['returns of payments', ({ books }) => books.returnsOf([RETURNED])],
  ['holds that are open', ({ books }) => books.openHolds(window)],
  ['settlements without a hold', ({ books }) => books.unheldSettlements(window)],
  ['restores', ({ books }) => books.restores()],
  ['payments since a time', ({ listPaymentBookings }) => listPaymentBookings(sinceThen)],
  ['refunds since a time', ({ listRefundMovements }) => listRefundMovements(sinceThen)],
  ['what was never published', ({ books }) => books.neverPublished([holderId])],
  ['the first entry', ({ books }) => books.firstAt()],
  ['the last entry', ({ books }) => books.lastEntryId()],
  ['one account', ({ chain }) => chain.accountOf(holderId)],
  ['what the platform has', ({ chain }) => chain.platformBalances()],
  ['who is on the books', ({ findHolders }) => findHolders([holderId, randomUUID()])],
  ['accounts of the books, page by page', ({ listAccounts }) => listAccounts(holderId, 20)],
  ['returns that are due', ({ claimReturns }) => claimReturns(20)],
  ['a decided return', ({ isReturnDecided }) => isReturnDecided(RETURN)],
  ['decisions to record', ({ unrecordedDecisions }) => unrecordedDecisions(null, 20)],
  [
    'a decision that was recorded',
    ({ markRecorded }) =>
      markRecorded({
        exceptionId: holderId,
        line: { actor: '', action: '', subject: '', accountId: '', detail: {} },
      }),
  ],
  [
    'a decision about a payment in suspense',
    ({ transact: inBooks }) =>
      inBooks(async (tx) => {
        await tx.lockSuspended(holderId);
        await tx.reopenSuspended(RETURN, 'refused');
        await tx.decide({
          exceptionId: holderId,
          resolution: 'REFUNDING',
          creditedTo: null,
          askedCents: null,
          returnId: null,
          at: new Date(),
          operator: 'ana',
          reason: 'test',
          line: { actor: 'operator:ana', action: '', subject: '', accountId: '', detail: {} },
        });
      }),
  ],
  [
    'a job',
    async ({ jobs }) => {
      const job = await jobs.take('prune');
      await job?.[Symbol.asyncDispose]();
      await job?.finish({ everyMs: 0, progress: {} });
    },
  ],
  [
    'a job that takes long',
    async () => {
      await using job = await jobStore(pool, { renewEveryMs: 1 }).take('reconcile');
      await eventually(() => statements.some(({ text }) => RENEWS.test(text)));
      await job?.finish({ everyMs: 0, progress: {} });
    },
  ],
  [
    'a transaction that is on the books',
    async ({ transact: inBooks }) => {
      const write = inBooks(async (tx) => {
        const moment = { now: new Date(), idOf };
        const first = book(await tx.lockAccounts([holderId]), [NO_MONEY], moment);
        await tx.write(first);
        await tx.write(book(first.accounts, [NO_MONEY], moment));
      });
      await expect(write).rejects.toThrow('already booked');
    },
  ],
  [
    'a place on a chain that is taken',
    async ({ transact: inBooks }) => {
      const write = inBooks(async (tx) => {
        const accounts = await tx.lockAccounts([holderId]);
        const behind = accounts.map((account) => ({ ...account, seq: account.seq - 1 }));
        const now = new Date();
        await tx.write({ ...book(behind, [NO_MONEY], { now, idOf }), accounts: [] });
      });
      await expect(write).rejects.toThrow('the account is behind its own hash chain');
    },
  ],
];

const RENEWS = /^\s*update job set lease_until = [^,]*\bwhere/;

test.each(ASKS)(
  'on a filled database, %s is found by an index and reads little that it does not need',
  async (_what, ask) => {
    statements.length = 0;
    await ask(openStores(pool));

    expect(statements.length).toBeGreaterThan(0);
    const asked = statements.splice(0);
    expect(await scannedBy(asked, pool)).toEqual([]);
    // Nothing that grows with the books: of 400 holders, a few rows each.
    expect(await rowsReadInVain(asked, pool)).toBeLessThan(2_500);
  },
);

test.each([
  ['outbox', OLD_OUTBOX],
  ['inbox', OLD_INBOX],
])('on a filled database, old rows of the %s are found by an index', async (_table, text) => {
  statements.push({ text, values: [100] });
  expect(await scanned()).toEqual([]);
});

/** Constants of the store. Rows are added without looking at others. */
const ONLY_INSERTS = ['INSERT'];
/** Of `verify` and `books`, which read everything, part by part. */
const READS_ALL = ['BOUNDS', 'SLICE'];
/** New rows by their ids, a part of the old ones, and the few that wait. */
const OF_JOBS = ['FOLD', 'OLD_CHECKPOINTS', 'WAITING'];
const STATEMENT = /^const ([A-Z_]+) = `(\s*(?:with|select|insert|update|delete)\b[^`$]*)/gm;

test('no statement of the store is missing here', async () => {
  statements.length = 0;
  for (const [, ask] of ASKS) await ask(openStores(pool));
  await bookBatch(pool, holderId);
  const left = [...ONLY_INSERTS, ...READS_ALL, ...OF_JOBS];
  const folder = join(import.meta.dirname, '../src/store');
  const written = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(STATEMENT)].map(
      ([, name = '', beginning = '']) => ({ name, beginning }),
    ),
  );
  const isAsked = (beginning: string) => statements.some(({ text }) => text.includes(beginning));

  expect(written.length).toBeGreaterThan(ASKS.length);
  const missing = written.filter(({ beginning }) => !isAsked(beginning));
  expect(missing.map(({ name }) => name).toSorted()).toEqual(left.toSorted());
});

test('on a filled database, the first signing of its chains reads accounts only', async () => {
  statements.length = 0;
  const stores = openStores(pool);
  const checkpoints = { ...stores.checkpoints, save: async () => {} };
  const sign = (end: ChainEnd) => ({ ...end, keyId: '', signature: Buffer.alloc(64) });
  const needs = { ...stores, checkpoints, sign, now: () => new Date(), checkpointEveryMs: 1_000 };

  await signCheckpoints(needs as unknown as Ports)();

  expect(statements.length).toBeGreaterThan(0);
  expect((await scanned()).filter((table) => !table.startsWith('account'))).toEqual([]);
});

test('on a filled database, booking a batch reads no table from end to end', async () => {
  statements.length = 0;

  await bookBatch(pool, holderId);

  expect(statements.length).toBeGreaterThan(5);
  expect(await scanned()).toEqual([]);
});
