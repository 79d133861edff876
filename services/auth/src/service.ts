import { randomBytes, randomUUID } from 'node:crypto';
import { AuthService } from '@entrada/contracts/services';
import { serviceMigrations } from '@entrada/platform/db/migrate';
import { openDatabase } from '@entrada/platform/db/open-database';
import { serveGrpc } from '@entrada/platform/grpc/server';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { instrument } from '@entrada/platform/telemetry/instrument';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Ports } from './ports.ts';
import { accountStore } from './store/account-store.ts';
import { apiKeyStore } from './store/api-key-store.ts';
import { digestWith } from './store/digest.ts';
import { hashPassword } from './store/password-hash.ts';
import { authRpc } from './transport/auth.rpc.ts';

const MIGRATIONS = [serviceMigrations(`${import.meta.dirname}/..`)];

/** Builds the service from the outside in; disposing it undoes each step in reverse. */
export async function start(
  config: Config,
  runtime: Runtime,
): Promise<{ grpcPort: number } & AsyncDisposable> {
  await using starting = new AsyncDisposableStack();

  const { pool } = starting.use(await openDatabase(config, MIGRATIONS, runtime));

  const app = instrument(buildApp(portsOver(pool, config)), runtime.metrics);
  const { grpcHost: host, grpcPort: port } = config;
  const server = starting.use(
    await serveGrpc(AuthService.service, authRpc(app), { host, port, runtime }),
  );

  const resources = starting.move();
  return { grpcPort: server.port, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function portsOver(pool: Pool, { keyPepper, mode }: Config): Ports {
  return {
    accounts: accountStore(pool),
    apiKeys: apiKeyStore(pool),
    now: () => new Date(),
    newId: () => randomUUID(),
    newKeyBytes: () => randomBytes(32),
    digestOf: digestWith(keyPepper),
    hashPassword,
    mode,
  };
}
