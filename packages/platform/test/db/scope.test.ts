import { openPool } from '../../src/db/pool.ts';
import { EVERY_ACCOUNT, transactAs } from '../../src/db/scope.ts';
import { freshDatabase } from '../../src/testing/database.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

const SCOPE = `select current_setting('app.account_id', true) as scope`;

async function onePool() {
  await using starting = new AsyncDisposableStack();
  const database = starting.use(await freshDatabase('messaging'));
  const pool = openPool(database.adminUrl, { max: 1, log: testRuntime().log });
  starting.defer(() => pool.end());
  const resources = starting.move();
  return { pool, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test('the scope ends with its transaction, whether it was committed or not', async () => {
  await using db = await onePool();
  const scopeOf = async (accountId: string) =>
    (await transactAs(db.pool, accountId, (tx) => tx.query(SCOPE))).rows[0].scope;
  expect(await scopeOf('one')).toBe('one');
  expect(await scopeOf(EVERY_ACCOUNT)).toBe('*');
  const failing = transactAs(db.pool, 'two', (tx) => tx.query('select 1 / 0'));
  await expect(failing).rejects.toThrow('division by zero');
  expect((await db.pool.query(SCOPE)).rows).toEqual([{ scope: '' }]);
});

test.each([
  ['a quote', `'; drop table written; --`],
  ['a backslash', `\\'; drop table written; --`],
])('%s is part of the scope and nothing more', async (_what, accountId) => {
  await using db = await onePool();
  await db.pool.query('create table written (n int)');
  const { rows } = await transactAs(db.pool, accountId, (tx) => tx.query(SCOPE));
  expect(rows).toEqual([{ scope: accountId }]);
  expect((await db.pool.query('select * from written')).rows).toEqual([]);
});

test.each(['a\u0000b', 'ç', '\n'])(
  'nothing is done in a scope that nobody has: %j',
  async (scope) => {
    await using db = await onePool();
    await db.pool.query('create table written (n int)');
    const work = transactAs(db.pool, scope, (tx) => tx.query('insert into written values (1)'));
    await expect(work).rejects.toThrow('account id must be printable ASCII');
    expect((await db.pool.query('select * from written')).rows).toEqual([]);
  },
);
