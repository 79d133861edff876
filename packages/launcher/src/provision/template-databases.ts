import { MESSAGING_MIGRATIONS, migrate } from '@entrada/platform/db/migrate';
import { createDatabase, createRoles, roleOf, urlAs } from '@entrada/platform/db/roles';
import { SCHEMAS } from '@entrada/platform/migrate';
import { Client } from 'pg';
import { createLogUsers } from '../databases.ts';

/** The databases of the services, and one with only what the platform's own tests need. */
const TEMPLATES = { ...SCHEMAS, MESSAGING: [MESSAGING_MIGRATIONS] };

/** Migrates `template_<name>` for every schema, so that a test gets its own database by a quick copy. */
export async function prepareTemplates(adminUrl: string): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await createRoles({ admin, adminUrl }, 'EVENTS');
    await createLogUsers({ admin, adminUrl });
    for (const [name, migrations] of Object.entries(TEMPLATES)) {
      const database = `template_${name.toLowerCase()}`;
      await admin.query(`drop database if exists ${database} with (force)`);
      await createRoles({ admin, adminUrl }, name);
      await createDatabase(admin, { service: name, name: database });
      const url = urlAs(databaseUrl(adminUrl, database), name, 'migrator');
      await migrate(url, migrations, roleOf(name, 'app'));
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
