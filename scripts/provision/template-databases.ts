import {
  EVENT_LOG_MIGRATIONS,
  MESSAGING_MIGRATIONS,
  type Migrations,
  migrate,
  serviceMigrations,
} from '@entrada/platform/db/migrate';
import { Client } from 'pg';

const ROOT = new URL('../../', import.meta.url).pathname;

/** What each database holds. A test's own database is a clone of the template of this name. */
const TEMPLATES: Readonly<Record<string, readonly Migrations[]>> = {
  auth: [serviceMigrations(`${ROOT}services/auth`)],
  charges: [MESSAGING_MIGRATIONS, serviceMigrations(`${ROOT}services/charges`)],
  ledger: [MESSAGING_MIGRATIONS, serviceMigrations(`${ROOT}services/ledger`)],
  webhooks: [MESSAGING_MIGRATIONS, serviceMigrations(`${ROOT}services/webhooks`)],
  bank: [serviceMigrations(`${ROOT}sandbox/bank`)],
  messaging: [MESSAGING_MIGRATIONS],
  events: [EVENT_LOG_MIGRATIONS],
};

/** Migrates `template_<name>` for every schema, so that a test gets its own database by a quick copy. */
export async function prepareTemplates(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    for (const [name, migrations] of Object.entries(TEMPLATES)) {
      const database = `template_${name.toLowerCase()}`;
      await admin.query(`drop database if exists ${database} with (force)`);
      await admin.query(`create database ${database}`);
      await migrate(databaseUrl(adminUrl, database), migrations);
    }
  } finally {
    await admin.end();
  }
}

function databaseUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
