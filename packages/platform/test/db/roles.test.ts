import { MESSAGING_MIGRATIONS } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/pool.ts';
import { urlAs } from '../../src/db/roles.ts';
import { freshDatabase, withTestClient } from '../../src/testing/database.ts';
import { forTests } from '../../src/testing/for-tests.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';

const database = forTests(() => freshDatabase('messaging'));
const other = forTests(() => freshDatabase('events'));

const ask = (url: string, text: string) => withTestClient(url, (client) => client.query(text));

test('a service reads and writes its rows', async () => {
  await ask(database.url, `insert into inbox values ('g', gen_random_uuid())`);
  expect((await ask(database.url, 'delete from inbox')).rowCount).toBe(1);
});

test.each([
  'create table more ()',
  'alter table inbox add column more text',
  'drop table inbox',
  'truncate inbox',
  `insert into messaging_migration (name, run_on) values ('0009_more', now())`,
  'create temporary table more ()',
])('a service cannot %s', async (statement) => {
  await expect(ask(database.url, statement)).rejects.toThrow(/permission denied|must be owner/);
});

test('no service opens the database of another', async () => {
  const foreign = new URL(database.url);
  foreign.pathname = new URL(other.url).pathname;
  await expect(ask(foreign.href, 'select 1')).rejects.toThrow(/permission denied for database/);
});

const open = (databaseUrl: string, mode: 'live' | 'test') =>
  openDatabase({ databaseUrl, databasePoolMax: 1, mode }, [MESSAGING_MIGRATIONS], testRuntime());

test('in live mode a service opens its database as its own role', async () => {
  await using opened = await open(database.url, 'live');
  expect((await opened.pool.query('select 1')).rowCount).toBe(1);
});

test.each([
  ['that migrates', () => urlAs(database.adminUrl, 'messaging', 'migrator'), /owns the tables/],
  ['of an administrator', () => database.adminUrl, /superuser or bypasses row-level security/],
])(
  'in live mode a service refuses to start as the role %s, and says what to do',
  async (_who, url, why) => {
    const opened = open(url(), 'live');

    await expect(opened).rejects.toThrow(why);
    await expect(opened).rejects.toThrow(/Create the login entrada_<service>_app/);
  },
);

test('in test mode one role may do both', async () => {
  await using opened = await open(urlAs(database.adminUrl, 'messaging', 'migrator'), 'test');
  expect((await opened.pool.query('select 1')).rowCount).toBe(1);
});
