import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { requiredAddress, workerId } from './environment.ts';

const TEMPLATE_IN_USE = '55006';
const CLONE_TRIES_MAX = 20;
const RETRY_AFTER_MS = 100;

export type TestDatabase = AsyncDisposable & { readonly url: string };

/** A migrated, empty database for the caller alone, dropped on disposal with whoever is still connected. */
export async function freshDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${template}_${workerId()}_${randomBytes(6).toString('hex')}`;
  await asAdmin((admin) => clone(admin, `template_${template}`, name));
  const url = new URL(requiredAddress('TEST_POSTGRES_URL'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () =>
      asAdmin(async (admin) => {
        await admin.query(`drop database if exists "${name}" with (force)`);
      }),
  };
}

/** Postgres refuses to copy a template while anything, such as its own vacuum, is connected to it. */
async function clone(admin: Client, template: string, name: string): Promise<void> {
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      await admin.query(`create database "${name}" template "${template}"`);
      return;
    } catch (error) {
      const inUse = error instanceof DatabaseError && error.code === TEMPLATE_IN_USE;
      if (!inUse || tryNumber === CLONE_TRIES_MAX) throw error;
      await delay(RETRY_AFTER_MS);
    }
  }
}

async function asAdmin(act: (admin: Client) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: requiredAddress('TEST_POSTGRES_URL') });
  await admin.connect();
  try {
    await act(admin);
  } finally {
    await admin.end();
  }
}
