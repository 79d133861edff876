import type { Pool, QueryResult } from 'pg';
import { EVERY_ACCOUNT, queryAs, transactAs } from '../../src/db/scope.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';

const SCOPE = `select current_setting('app.account_id', true) as scope`;

type Run = (pool: Pool, accountId: string, text: string) => Promise<QueryResult>;
const WAYS: [string, Run][] = [
  ['a transaction', (pool, accountId, text) => transactAs(pool, accountId, (tx) => tx.query(text))],
  ['one statement', (pool, accountId, text) => queryAs(pool, accountId, { text })],
];

async function onePool() {
  await using starting = new AsyncDisposableStack();
  const database = starting.use(await freshDatabase('messaging'));
  const pool = starting.use(openTestPool(database.adminUrl, 1));
  const resources = starting.move();
  return { pool, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

describe.each(WAYS)('%s', (_what, run) => {
  test('runs in its scope, which ends with it, whether it was committed or not', async () => {
    await using db = await onePool();
    const scopeOf = async (accountId: string) =>
      (await run(db.pool, accountId, SCOPE)).rows[0].scope;
    expect(await scopeOf('one')).toBe('one');
    expect(await scopeOf(EVERY_ACCOUNT)).toBe('*');
    await expect(run(db.pool, 'two', 'select 1 / 0')).rejects.toThrow('division by zero');
    expect((await db.pool.query(SCOPE)).rows).toEqual([{ scope: '' }]);
  });

  test.each([
    ['a quote', `'; drop table written; --`],
    ['a backslash', `\\'; drop table written; --`],
  ])('takes %s as part of the scope and nothing more', async (_name, accountId) => {
    await using db = await onePool();
    await db.pool.query('create table written (n int)');
    expect((await run(db.pool, accountId, SCOPE)).rows).toEqual([{ scope: accountId }]);
    expect((await db.pool.query('select * from written')).rows).toEqual([]);
  });

  test.each(['a\u0000b', 'ç', '\n'])(
    'does nothing in a scope that nobody has: %j',
    async (scope) => {
      await using db = await onePool();
      await db.pool.query('create table written (n int)');
      const work = run(db.pool, scope, 'insert into written values (1)');
      await expect(work).rejects.toThrow('account id must be printable ASCII');
      expect((await db.pool.query('select * from written')).rows).toEqual([]);
    },
  );

  test('fails with its commit, and leaves a connection that works', async () => {
    await using db = await onePool();
    await db.pool.query('create table written (n int unique deferrable initially deferred)');
    const twice = run(db.pool, 'one', 'insert into written values (1), (1)');
    await expect(twice).rejects.toThrow('duplicate key');
    expect((await db.pool.query('select * from written')).rows).toEqual([]);
  });

  test('fails with its connection, and the next has another', async () => {
    await using db = await onePool();
    const lost = run(db.pool, 'one', 'select pg_terminate_backend(pg_backend_pid())');
    await expect(lost).rejects.toThrow();
    expect((await run(db.pool, 'two', SCOPE)).rows).toEqual([{ scope: 'two' }]);
  });
});
