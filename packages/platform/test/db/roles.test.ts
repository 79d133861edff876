import { freshDatabase, withTestClient } from '../../src/testing/database.ts';
import { forTests } from '../../src/testing/for-tests.ts';

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
