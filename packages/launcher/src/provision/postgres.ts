import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Container } from './docker.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { type Part, providePrivate } from './provide.ts';
import type { TestServer, TestServerOptions } from './test-server.ts';

/** A Postgres for the tests; its address opens the `postgres` database as superuser. */
export const POSTGRES: Part = {
  name: 'Postgres',
  addressVariable: 'TEST_POSTGRES_URL',
  sourceVariable: 'TEST_POSTGRES_SOURCE',
  skipVariable: 'SKIP_POSTGRES',
  container: postgresContainer,
  tools: () => [],
  startLocal: startLocalPostgres,
};

/** A Postgres of the caller's own, to stop, kill and restart. */
export function startPrivatePostgres(options: TestServerOptions = {}): Promise<TestServer> {
  return providePrivate(POSTGRES, options);
}

function postgresContainer(): Container {
  const password = randomBytes(16).toString('hex');
  return {
    image: 'postgres:18-alpine',
    port: 5432,
    environment: () => ({ POSTGRES_PASSWORD: password }),
    command: ['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'],
    address: (host, port) => `postgres://postgres:${password}@${host}:${port}/postgres`,
  };
}

/** Losing the data in a power cut is no loss here, and not waiting for the disk is much faster. */
const THROW_AWAY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  // Each connection of a service hashes its password this often.
  scram_iterations: '1',
};

/** The embedded Postgres in a temporary folder; its address opens the `postgres` database as superuser. */
async function startLocalPostgres(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'entrada-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    settings: THROW_AWAY_SETTINGS,
    signal: options.signal,
    ...(options.advertise ? { listenAlso: [options.advertise] } : {}),
    ...(options.onLog ? { onLog: options.onLog } : {}),
  }).catch((error: unknown) => {
    remove();
    throw error;
  });
  const { stop, kill, restart, adminUrl: address } = server;
  return {
    ...{ source: 'local', address, stop, kill, restart },
    [Symbol.asyncDispose]: async () => {
      await stop();
      remove();
    },
  };
}
