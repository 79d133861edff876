import type { EnvSource } from '@entrada/platform/config/settings';
import { openPool } from '@entrada/platform/db/pool';
import type { connectGrpc } from '@entrada/platform/grpc/client';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { freshDatabase } from '@entrada/platform/testing/database';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { connectAsAllowed, testRuntime } from '@entrada/platform/testing/test-runtime';

const CALL_TIMEOUT_MS = 30_000;
const TEST_CONNECTIONS_MAX = 4;

type Parts<C, D extends object> = {
  /** Also the name of its database. */
  readonly name: string;
  readonly loadConfig: (source: EnvSource) => C;
  readonly start: (
    config: C,
    runtime: Runtime,
  ) => Promise<{ readonly grpcPort: number } & AsyncDisposable>;
  readonly client: Parameters<typeof connectGrpc<D>>[0];
  readonly env: Readonly<Record<string, string>>;
};

/** A service on a database of its own, called through its real door; `db` looks behind it. */
export async function runGrpcService<C, D extends object>(parts: Parts<C, D>) {
  const { name, loadConfig, start, client, env } = parts;
  await using starting = new AsyncDisposableStack();
  const database = starting.use(await freshDatabase(name));
  const { log } = testRuntime(name);
  const db = openPool(database.adminUrl, { max: TEST_CONNECTIONS_MAX, log, name: 'test' });
  starting.defer(() => db.end());

  const environment = {
    MODE: 'test',
    [`DATABASE_URL_${name.toUpperCase()}`]: database.url,
    GRPC_PORT: '0',
    LISTEN_HOST: '127.0.0.1',
    ...testIdentityEnv(name),
    ...env,
  };
  /** One more replica of the service on the same database, with other settings if given. */
  const startAnother = async (otherEnv: Readonly<Record<string, string>> = {}) => {
    await using replica = new AsyncDisposableStack();
    const config = loadConfig({ ...environment, ...otherEnv });
    const runtime = testRuntime(name);
    const { grpcPort } = replica.use(await start(config, runtime));
    const address = `127.0.0.1:${grpcPort}`;
    const rpc = replica.use(connectAsAllowed(client, { address, timeoutMs: CALL_TIMEOUT_MS }));
    const held = replica.move();
    return { rpc, runtime, address, [Symbol.asyncDispose]: () => held.disposeAsync() };
  };
  const service = starting.use(await startAnother());

  const resources = starting.move();
  return {
    rpc: service.rpc,
    db,
    databaseUrl: database.adminUrl,
    /** The database as the service itself opens it. */
    appUrl: database.url,
    service,
    startAnother,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
