import { randomBytes } from 'node:crypto';
import { MESSAGING_MIGRATIONS, migrate } from '@entrada/platform/db/migrate';
import { roleOf, urlAs } from '@entrada/platform/db/roles';
import { requiredAddress } from '@entrada/platform/testing/environment';
import pg from 'pg';
import { createDatabases } from '../src/databases.ts';

const SERVICE = 'messaging';
const adminUrl = requiredAddress('TEST_POSTGRES_URL');

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

test('a service may not change its schema, and its data outlives another start', async () => {
  const name = `launcher_${randomBytes(6).toString('hex')}`;
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  try {
    for (let start = 0; start < 2; start += 1) {
      await createDatabases(adminUrl, [{ service: SERVICE, name }]);
      const migrator = urlAs(url.href, SERVICE, 'migrator');
      await migrate(migrator, [MESSAGING_MIGRATIONS], roleOf(SERVICE, 'app'));
      await ask(migrator, `insert into inbox values ('g', gen_random_uuid())`);
    }

    const app = urlAs(url.href, SERVICE, 'app');
    expect((await ask(app, 'select from inbox')).rowCount).toBe(2);
    await expect(ask(app, 'drop table inbox')).rejects.toThrow(/must be owner/);
  } finally {
    await ask(adminUrl, `drop database if exists ${name} with (force)`);
  }
});
