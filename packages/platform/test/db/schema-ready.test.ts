import { describeProblem, MESSAGING_MIGRATIONS, schemaReady } from '../../src/db/migrate.ts';
import { openPool } from '../../src/db/pool.ts';
import { freshDatabase, withTestClient } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

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
