import { randomBytes } from 'node:crypto';
import type { Container } from './docker.ts';
import { startLocalPostgres } from './local-postgres.ts';
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
