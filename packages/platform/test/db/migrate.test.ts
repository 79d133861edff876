import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeProblem,
  MESSAGING_MIGRATIONS,
  migrate,
  schemaReady,
} from '../../src/db/migrate.ts';
import { openPool } from '../../src/db/pool.ts';
import { freshDatabase, openTestPool, withTestClient } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

const REMEMBER = `
  create table remembered as
  select current_setting('app.account_id') as scope, current_setting('work_mem') as work_mem;`;

/** As often as not, what an earlier version writes locks in another order. */
const deadlocked = (times: number) => `
  do $$ begin
    if nextval('attempts') <= ${times} then
      raise 'deadlock detected' using errcode = 'deadlock_detected';
    end if;
  end $$;`;

describeNeeding(['postgres'], 'a migration', () => {
  test.each([
    ['no settings', '', '4MB'],
    ['settings of its own', '-c work_mem=5MB', '5MB'],
    ['another scope', '-c app.account_id=one -c work_mem=5MB', '5MB'],
  ])('is for every account, by an address with %s', async (_what, options, workMem) => {
    await using database = await freshDatabase('messaging');
    await using folder = await mkdtempDisposable(join(tmpdir(), 'entrada-migrations-'));
    await writeFile(join(folder.path, '0001_remember.sql'), REMEMBER);
    const url = new URL(database.adminUrl);
    if (options) url.searchParams.set('options', options);

    await migrate(url.href, [{ folder: folder.path, table: 'test_migration' }]);

    const { rows } = await withTestClient(database.adminUrl, (client) =>
      client.query('select * from remembered'),
    );
    expect(rows).toEqual([{ scope: '*', work_mem: workMem }]);
  });

  test('that lost a deadlock to what runs is tried again a few times', async () => {
    await using database = await freshDatabase('messaging');
    await using folder = await mkdtempDisposable(join(tmpdir(), 'entrada-migrations-'));
    const set = { folder: folder.path, table: 'test_migration' };
    await using db = openTestPool(database.adminUrl, 1);
    await db.query('create sequence attempts');
    await writeFile(join(folder.path, '0001_lost.sql'), `create table lost ();${deadlocked(3)}`);
    await migrate(database.adminUrl, [set]);

    const names = async () =>
      (await db.query('select name from test_migration')).rows.map(({ name }) => name);
    expect(await names()).toEqual(['0001_lost']);
    await writeFile(join(folder.path, '0002_never.sql'), deadlocked(1_000));
    await expect(migrate(database.adminUrl, [set])).rejects.toThrow('deadlock detected');
    expect(await names()).toEqual(['0001_lost']);
  });

  test('of data from before the first version is refused, with what to do', async () => {
    await using database = await freshDatabase('messaging');
    await using db = openTestPool(database.adminUrl, 1);
    await db.query(`update messaging_migration set name = '0001_outbox_inbox'`);

    const migration = migrate(database.adminUrl, [MESSAGING_MIGRATIONS]);

    await expect(migration).rejects.toThrow('npm run reset');
  });
});

/** Why a service cannot use its database; it gives up after the first look. */
async function problemOf(databaseUrl: string): Promise<string> {
  const { log, logged } = testRuntime();
  const pool = openPool(databaseUrl, { max: 1, log });
  try {
    await schemaReady(pool, [MESSAGING_MIGRATIONS], { log, waitMaxMs: -1 });
    return logged.join('\n');
  } catch (error) {
    return (error as Error).message;
  } finally {
    await pool.end();
  }
}

const changed = (url: string, change: (url: URL) => void): string => {
  const copy = new URL(url);
  change(copy);
  return copy.href;
};

test('an error without a message is a problem, too', () => {
  const error = Object.assign(new AggregateError([], ''), { code: 'ECONNRESET' });
  expect(describeProblem(error)).toBe('ECONNRESET');
});

describeNeeding(['postgres'], 'a service that cannot use its database', () => {
  test('says what is wrong and what to do', async () => {
    await using empty = await freshDatabase('bank');
    const { url } = empty;

    expect(await problemOf(url)).toMatch(/it was never migrated: run the migrations/);
    expect(await problemOf(changed(url, (to) => (to.password = 'wrong')))).toMatch(
      /password authentication failed .*: check user and password in the DATABASE_URL_/,
    );
    expect(await problemOf(changed(url, (to) => (to.pathname = '/nothing')))).toMatch(
      /database "nothing" does not exist: create it, or correct the DATABASE_URL_/,
    );
    expect(await problemOf(changed(url, (to) => (to.port = '1')))).toMatch(
      /ECONNREFUSED.*: check host and port in the DATABASE_URL_/,
    );
  });

  test('says which migration its version needs', async () => {
    await using database = await freshDatabase('messaging');
    const { rows } = await withTestClient(database.adminUrl, (admin) =>
      admin.query(
        'delete from messaging_migration where name = (select max(name) from messaging_migration) returning name',
      ),
    );

    const [{ name }] = rows;
    expect(await problemOf(database.url)).toContain(
      `its schema is too old, ${name} is missing: run`,
    );
  });
});
