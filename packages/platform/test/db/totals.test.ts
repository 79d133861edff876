import type { Pool } from 'pg';
import { foldTotals, totalsAsOf } from '../../src/db/totals.ts';
import { transact } from '../../src/db/transaction.ts';
import { freshDatabase, openTestPool, type TestDatabase } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';

const TABLES = `
  create table sale (
    id    bigint generated always as identity primary key,
    shop  text not null,
    at    timestamptz not null default '2026-01-01T10:20:00Z',
    cents bigint not null
  );
  create table sale_hour (
    shop text not null, hour timestamptz not null, count bigint not null, cents bigint not null,
    primary key (shop, hour)
  );
  insert into totals_cursor (source) values ('sale');`;

const SALES = {
  table: 'sale',
  fold: `
    insert into sale_hour as own (shop, hour, count, cents)
    select shop, date_trunc('hour', at, 'UTC'), count(*), sum(cents)
      from sale where id > $1 and id <= $2
     group by 1, 2
        on conflict (shop, hour) do update
       set count = own.count + excluded.count, cents = own.cents + excluded.cents
    returning shop as changed`,
};

let database: TestDatabase;
let pool: Pool;

const sell = (cents: number, at = '2026-01-01T10:20:00Z', db: Pick<Pool, 'query'> = pool) =>
  db.query(`insert into sale (shop, cents, at) values ('one', $1, $2)`, [cents, at]);

const asOf = () => transact(pool, (tx) => totalsAsOf(tx, SALES));

/** As two runs of the job: the first learns of the rows, the second folds them. */
async function foldTwice(noteChanges: (changes: readonly string[]) => void = () => {}) {
  const fold = foldTotals(pool, [SALES], noteChanges);
  await fold();
  await fold();
}

async function total() {
  const [all] = (await pool.query('select sum(count) as count, sum(cents) as cents from sale_hour'))
    .rows;
  return { count: Number(all.count), cents: Number(all.cents) };
}

describeNeeding(['postgres'], 'totals', () => {
  beforeEach(async () => {
    database = await freshDatabase('messaging');
    pool = openTestPool(database.adminUrl, 6);
    await pool.query(TABLES);
  });
  afterEach(async () => {
    await pool?.end();
    await database?.[Symbol.asyncDispose]();
  });

  test('count a row whose transaction commits after later rows were folded', async () => {
    const late = Promise.withResolvers<void>();
    const inserted = Promise.withResolvers<void>();
    const slow = transact(pool, async (tx) => {
      await sell(1, undefined, tx as never);
      inserted.resolve();
      await late.promise;
    });
    await inserted.promise;
    await sell(10);
    await foldTwice();
    await foldTwice();
    late.resolve();
    await slow;
    await eventually(async () => {
      await foldTwice();
      expect(await total()).toEqual({ count: 2, cents: 11 });
    });
  });

  test('count each row once, however many replicas fold and however often one fails', async () => {
    await using other = openTestPool(database.adminUrl);
    const failing = foldTotals(other, [{ ...SALES, fold: `${SALES.fold}, 1 / 0` }], () => {});
    for (let sale = 1; sale <= 20; sale += 1) {
      await sell(sale);
      await Promise.all([foldTwice(), foldTwice(), failing().catch(() => {})]);
    }
    await eventually(async () => {
      await foldTwice();
      expect(await total()).toEqual({ count: 20, cents: 210 });
    });
  });

  test('go on in a database that was copied while a transaction was open', async () => {
    await sell(1);
    await foldTotals(pool, [SALES], () => {})();
    await pool.query(`update totals_cursor set next_writers = '{99/12345}'`);
    await sell(2);
    await foldTwice();
    await foldTwice();
    expect(await total()).toEqual({ count: 2, cents: 3 });
  });

  test('wait for no transaction that writes to other tables', async () => {
    await pool.query('create table other (id integer)');
    const ended = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const long = transact(pool, async (tx) => {
      await tx.query('insert into other values (1)');
      written.resolve();
      await ended.promise;
    });
    await written.promise;
    await sell(1);
    await foldTwice();
    expect(await total()).toEqual({ count: 1, cents: 1 });
    ended.resolve();
    await long;
  });

  test('say as of when they are, and what changed', async () => {
    const now = async () => (await pool.query('select now() as now')).rows[0].now;
    const empty = await now();
    expect((await asOf()) >= empty).toBe(true);
    const sold = await now();
    await sell(1, sold);
    expect(await asOf()).toEqual(sold);
    const changes: string[] = [];
    await eventually(async () => {
      await foldTwice((noted) => changes.push(...noted));
      expect((await asOf()) >= sold).toBe(true);
    });
    expect(changes).toEqual(['one']);
    const soldLate = await now();
    await sell(1, soldLate);
    expect(await asOf()).toEqual(soldLate);
    await foldTwice();
    await sell(1);
    const soldMore = await now();
    const [behind, cursor] = [await asOf(), 'select folded_at as at from totals_cursor'];
    expect(behind < soldMore).toBe(true);
    expect(behind).toEqual((await pool.query(cursor)).rows[0].at);
  });

  test('are as of no time before the first fold, also where the clock of a row is ahead', async () => {
    await sell(1, '2999-01-01T00:00:00Z');

    expect(await asOf()).toEqual(new Date(0));
  });

  test('are not written while nothing is new', async () => {
    await sell(1);
    await foldTwice();
    await foldTwice();
    const written = async () => (await pool.query('select xmin from totals_cursor')).rows[0].xmin;
    const before = await written();
    await foldTwice();
    expect(await written()).toBe(before);
  });
});
