import {
  EVENT_LOG_MIGRATIONS,
  MESSAGING_MIGRATIONS,
  type Migrations,
  migrate,
  serviceMigrations,
} from '@entrada/platform/db/migrate';
import { Client } from 'pg';

const SERVICES = new URL('../../services/', import.meta.url).pathname;

/** What each database holds. A test's own database is a clone of the template of this name. */
const TEMPLATES: Readonly<Record<string, readonly Migrations[]>> = {
  auth: [serviceMigrations(`${SERVICES}auth`)],
  charges: [MESSAGING_MIGRATIONS, serviceMigrations(`${SERVICES}charges`)],
  ledger: [MESSAGING_MIGRATIONS, serviceMigrations(`${SERVICES}ledger`)],
  webhooks: [MESSAGING_MIGRATIONS, serviceMigrations(`${SERVICES}webhooks`)],
  messaging: [MESSAGING_MIGRATIONS],
  event_log: [EVENT_LOG_MIGRATIONS],
};

/** Migrates one template per database, so that a test gets its own by a quick copy. */
export async function prepareTemplates(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    for (const [name, migrations] of Object.entries(TEMPLATES)) {
      const database = `template_${name}`;
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
