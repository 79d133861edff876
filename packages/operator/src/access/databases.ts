import { CommandError, usageError } from '@entrada/command-line/command-error';
import { isDatabaseUnavailable } from '@entrada/platform/db/is-unavailable';
import { openPool } from '@entrada/platform/db/pool';
import type { Pool } from 'pg';
import type { WithEnv } from '../command.ts';
import { operatorRuntime } from './operator-runtime.ts';
import { runningSystem } from './running-system.ts';
import { checkSetting } from './services.ts';

const CONNECTIONS_MAX = 4;

/** Works on the database of a service: the one in the environment, else that of `npm start`. */
export async function withDatabase<T>(
  context: WithEnv,
  service: string,
  work: (pool: Pool, url: string) => Promise<T>,
): Promise<T> {
  const setting = databaseSetting(service);
  const url = await databaseUrl(context, service);
  return explainingDatabase(setting, async () => {
    const pool = openPool(url, { max: CONNECTIONS_MAX, log: operatorRuntime().log });
    try {
      return await work(pool, url);
    } finally {
      await pool.end();
    }
  });
}

/** An error of an unusable database names the setting to check. */
export async function explainingDatabase<T>(setting: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    if (isDatabaseUnavailable(error)) {
      // A name with several addresses, none of which answers, fails with a code and without a message.
      const why = message || code;
      throw new CommandError(`The database does not answer (${why}). ${checkSetting(setting)}`);
    }
    if (code === 'ERR_INVALID_URL') {
      throw usageError(
        `Correct ${setting}: it must be like postgres://user:password@host:5432/name.`,
      );
    }
    throw error;
  }
}

export function databaseSetting(service: string): string {
  return `DATABASE_URL_${service.toUpperCase()}`;
}

async function databaseUrl({ env }: WithEnv, service: string): Promise<string> {
  const given = env[databaseSetting(service)];
  if (given) return given;
  const run = await runningSystem(env);
  if (!run?.postgresUrl)
    throw usageError(`Set ${databaseSetting(service)}, or run npm start first.`);
  const url = new URL(run.postgresUrl);
  url.pathname = `/${service}`;
  return url.href;
}
