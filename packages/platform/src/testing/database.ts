import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError, type Pool } from 'pg';
import { openPool } from '../db/pool.ts';
import { createDatabase, urlAs } from '../db/roles.ts';
import { requiredAddress, workerId } from './environment.ts';
import { testRuntime } from './test-runtime.ts';

const TEMPLATE_IN_USE = '55006';
const CLONE_ATTEMPTS_MAX = 20;
const RETRY_AFTER_MS = 100;

export type TestDatabase = AsyncDisposable & {
  /** As the service itself opens it, with no more rights than it has in production. */
  readonly url: string;
  /** As an administrator, to look behind a service and to break things. */
  readonly adminUrl: string;
};

/** A migrated, empty database for the caller alone; disposal drops it and ends every connection to it. */
export async function freshDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${template}_${workerId()}_${randomBytes(6).toString('hex')}`;
  await copyTemplate(template, name);
  const adminUrl = new URL(requiredAddress('TEST_POSTGRES_URL'));
  adminUrl.pathname = `/${name}`;
  return {
    url: urlAs(adminUrl.href, template, 'app'),
    adminUrl: adminUrl.href,
    [Symbol.asyncDispose]: () =>
      asAdmin(async (admin) => {
        await admin.query(`drop database if exists "${name}" with (force)`);
      }),
  };
}

/** Looks behind a service, or is what a test gives to a store. */
export function openTestPool(url: string, max = 2): Pool & AsyncDisposable {
  const pool = openPool(url, { max, log: testRuntime().log, name: 'test' });
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.end() });
}

/** A migrated, empty database of this name, which stays until the server stops. */
export function copyTemplate(template: string, name: string): Promise<void> {
  return asAdmin((admin) => clone(admin, template, name));
}

/** Postgres refuses to copy a template while anything, such as its own vacuum, is connected to it. */
async function clone(admin: Client, service: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await createDatabase(admin, { service, name, template: `template_${service}` });
      return;
    } catch (error) {
      const inUse = error instanceof DatabaseError && error.code === TEMPLATE_IN_USE;
      if (!inUse || attempt === CLONE_ATTEMPTS_MAX) throw error;
      await delay(RETRY_AFTER_MS);
    }
  }
}

/** For statements of a connection of its own, which ends with them. */
export async function withTestClient<T>(
  url: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function asAdmin(act: (admin: Client) => Promise<void>): Promise<void> {
  return withTestClient(requiredAddress('TEST_POSTGRES_URL'), act);
}
