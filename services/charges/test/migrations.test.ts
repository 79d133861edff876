import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MESSAGING_MIGRATIONS, migrate, serviceMigrations } from '@entrada/platform/db/migrate';
import { freshDatabase } from '@entrada/platform/testing/database';
import pg from 'pg';

const SERVICE = `${import.meta.dirname}/..`;
const ALL = [MESSAGING_MIGRATIONS, serviceMigrations(SERVICE)];

const INSERT = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at, paid_cents, paid_at, end_to_end_id,
                      confirmed_at)
  values ($1, gen_random_uuid(), gen_random_uuid(), $2, 'code', 5000, 5000, 50, $3, now(),
          now() + interval '1 day', $4, now(), $5, now())`;

const PENDING = 'a'.repeat(24);
const COMPLETED = 'b'.repeat(24);
const OVERPAID = 'c'.repeat(24);

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

/** The schema as the first release left it. */
async function migrateToFirstRelease(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'charges-first-'));
  try {
    const first = '0001_charge.sql';
    cpSync(join(SERVICE, 'migrations', first), join(folder, 'migrations', first));
    await migrate(url, [MESSAGING_MIGRATIONS, serviceMigrations(folder)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('an empty database is brought up to date, and a second run changes nothing', async () => {
  await using database = await emptyDatabase();

  await migrate(database.url, ALL);
  await migrate(database.url, ALL);

  const { rows } = await database.db.query('select name from service_migration order by name');
  const files = readdirSync(join(SERVICE, 'migrations')).sort();
  expect(rows.map(({ name }) => `${name}.sql`)).toEqual(files);
});

test('a filled database keeps its charges, and their payments are known', async () => {
  await using database = await emptyDatabase();
  const { db, url } = database;
  await migrateToFirstRelease(url);
  await db.query(INSERT, [PENDING, 'a'.repeat(32), 'PENDING', null, null]);
  await db.query(INSERT, [COMPLETED, 'b'.repeat(32), 'COMPLETED', 5000, 'E1']);
  await db.query(INSERT, [OVERPAID, 'c'.repeat(32), 'COMPLETED', 5200, 'E2']);

  await migrate(url, ALL);

  const charges = await db.query('select id, status, check_at > expires_at as checked from charge');
  expect(charges.rows).toHaveLength(3);
  expect(charges.rows.every(({ checked }) => checked)).toBe(true);
  const payments = await db.query(
    'select end_to_end_id, completes, exception, exception_cents from payment order by 1',
  );
  expect(payments.rows).toEqual([
    { end_to_end_id: 'E1', completes: true, exception: null, exception_cents: null },
    { end_to_end_id: 'E2', completes: true, exception: 'OVERPAID', exception_cents: '200' },
  ]);
  const moves = await db.query('select charge_id, to_status from charge_move order by 1');
  expect(moves.rows.map(({ charge_id }) => charge_id)).toEqual([COMPLETED, OVERPAID]);
  const swept = await db.query(
    `select watermark = (select created_at from charge where id = $1) as from_oldest
       from job where name = 'sweep'`,
    [PENDING],
  );
  expect(swept.rows[0].from_oldest).toBe(true);
});

test('the release before still writes while the new schema is there', async () => {
  await using database = await emptyDatabase();
  await migrate(database.url, ALL);
  const { db } = database;

  await db.query(INSERT, [PENDING, 'a'.repeat(32), 'PENDING', null, null]);
  await db.query(
    `update charge set status = 'COMPLETED', paid_cents = 5000, paid_at = now(), end_to_end_id = 'E9',
            confirmed_at = now()
      where id = $1 and status = 'PENDING'`,
    [PENDING],
  );

  const { rows } = await db.query('select from_status, to_status from charge_move');
  expect(rows).toEqual([{ from_status: 'PENDING', to_status: 'COMPLETED' }]);
});
