import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MESSAGING_MIGRATIONS, migrate, serviceMigrations } from '@entrada/platform/db/migrate';
import { freshDatabase } from '@entrada/platform/testing/database';
import pg from 'pg';

const SERVICE = `${import.meta.dirname}/..`;
const ALL = [MESSAGING_MIGRATIONS, serviceMigrations(SERVICE)];

/** A database without tables, whatever its template held. */
async function emptyDatabase() {
  await using made = new AsyncDisposableStack();
  const database = made.use(await freshDatabase('charges'));
  const db = new pg.Client({ connectionString: database.adminUrl });
  await db.connect();
  made.defer(() => db.end());
  await db.query('drop schema public cascade; create schema public');
  const resources = made.move();
  return { url: database.adminUrl, db, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test('an empty database is brought up to date, and a second run changes nothing', async () => {
  await using database = await emptyDatabase();

  await migrate(database.url, ALL);
  await migrate(database.url, ALL);

  const { rows } = await database.db.query('select name from service_migration order by name');
  const files = readdirSync(join(SERVICE, 'migrations')).sort();
  expect(rows.map(({ name }) => `${name}.sql`)).toEqual(files);
});
