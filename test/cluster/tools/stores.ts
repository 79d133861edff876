import { createDatabase, createRoles, urlAs } from '@entrada/platform/db/roles';
import { Client } from 'pg';
import { KAFKA } from '../../../packages/launcher/src/provision/kafka.ts';
import { POSTGRES } from '../../../packages/launcher/src/provision/postgres.ts';
import type { Part } from '../../../packages/launcher/src/provision/provide.ts';
import { REDIS } from '../../../packages/launcher/src/provision/redis.ts';
import { installMissing, type Say } from '../../../packages/launcher/src/provision/tools.ts';
import { settled } from './at-once.ts';

const PARTS = { postgres: POSTGRES, kafka: KAFKA, redis: REDIS } as const;
/** Servers that somebody else runs, at addresses that this machine and pods both reach. */
const GIVEN = {
  postgres: 'CLUSTER_POSTGRES_URL',
  kafka: 'CLUSTER_KAFKA_BROKERS',
  redis: 'CLUSTER_REDIS_URL',
} as const;
type Store = keyof typeof PARTS;
const STORES = Object.keys(PARTS) as Store[];

export type Stores = AsyncDisposable & {
  /** As pods see them. */
  readonly brokers: string;
  readonly redisUrl: string;
  readonly databaseUrl: (database: Database, kind: 'migrator' | 'app') => string;
};

type Database = { readonly service: string; readonly name: string };

type Context = {
  /** Where pods reach this machine. */
  readonly hostIp: string;
  readonly databases: readonly Database[];
  readonly say: Say;
  readonly signal: AbortSignal;
};

/** Postgres with empty databases and two roles for each, Kafka and Redis: given by the environment, or started on this machine. */
export async function provideStores({ hostIp, databases, say, signal }: Context): Promise<Stores> {
  await using started = new AsyncDisposableStack();
  const missing = STORES.filter((store) => !process.env[GIVEN[store]]);
  await installMissing(
    missing.flatMap((store) => PARTS[store].tools()),
    say,
  );
  const start = async (part: Part): Promise<string> => {
    const server = started.use(
      await part.startLocal({ advertise: hostIp, isBrief: true, signal }, say),
    );
    return server.address;
  };
  const addressOf = async (store: Store): Promise<Addresses> => {
    const given = process.env[GIVEN[store]];
    if (given) return { here: given, fromPods: given };
    const here = await start(PARTS[store]);
    return { here, fromPods: here.replace('127.0.0.1', hostIp) };
  };
  // For all, so that none is still starting when those that did are stopped.
  const [postgres, kafka, redis] = await settled([
    addressOf('postgres'),
    addressOf('kafka'),
    addressOf('redis'),
  ]);
  started.use(await createDatabases(postgres.here, databases));
  const owned = started.move();
  return {
    brokers: kafka.fromPods,
    redisUrl: redis.fromPods,
    databaseUrl: ({ service, name }, kind) => urlAs(urlOf(postgres.fromPods, name), service, kind),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Where each store listens, for those who try to reach it. */
export function storeTargets({ brokers, redisUrl, databaseUrl }: Stores) {
  const addresses = {
    postgres: databaseUrl({ service: 'auth', name: 'any' }, 'app'),
    kafka: `kafka://${brokers.split(',')[0]}`,
    redis: redisUrl,
  };
  return Object.entries(addresses).map(([name, address]) => {
    const { hostname: host, port } = new URL(address);
    return { name, host, port: Number(port) };
  });
}

type Addresses = { readonly here: string; readonly fromPods: string };

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function createDatabases(
  adminUrl: string,
  databases: readonly Database[],
): Promise<AsyncDisposable> {
  const forEach = async (act: (admin: Client, database: Database) => Promise<unknown>) => {
    const admin = new Client({ connectionString: adminUrl });
    await admin.connect();
    try {
      for (const database of databases) await act(admin, database);
    } finally {
      await admin.end();
    }
  };
  await forEach(async (admin, database) => {
    await createRoles({ admin, adminUrl }, database.service);
    await createDatabase(admin, database);
  });
  return {
    [Symbol.asyncDispose]: () =>
      forEach((admin, { name }) => admin.query(`drop database if exists "${name}" with (force)`)),
  };
}
