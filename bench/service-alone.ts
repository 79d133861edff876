import { urlAs } from '@entrada/platform/db/roles';
import type { EventLogConfig } from '@entrada/platform/events/open-event-log';
import { migrateAll } from '@entrada/platform/migrate';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import pg from 'pg';
import { createDatabases } from '../packages/launcher/src/databases.ts';
import { ONE_BROKER } from '../packages/launcher/src/programs.ts';
import { supervise } from '../packages/launcher/src/supervise.ts';
import { eventKeyEnv } from '../test/harness/event-keys.ts';
import type { BenchRun } from './bench-run.ts';
import { watcherOf } from './our-system.ts';

const READY_WAIT = { timeoutMs: 120_000 };

type Service = 'ledger' | 'webhooks';
type Env = Readonly<Record<string, string>>;

/** Databases of one service alone, with its schema. */
export type ServiceDatabases = AsyncDisposable & {
  /** As the administrator, like all addresses here. */
  readonly db: pg.Pool;
  readonly url: string;
  /** Absent on Kafka. */
  readonly eventsUrl: string | undefined;
  /** As the service’s own role, so that the cost of row-level security is in the figures. */
  readonly env: Env;
};

export async function openDatabases(
  { postgres }: BenchRun,
  service: Service,
  name: string,
  { kafkaBrokers }: EventLogConfig = {},
): Promise<ServiceDatabases> {
  await using opening = new AsyncDisposableStack();
  const create = async (of: string, database: string): Promise<string> => {
    await createDatabases(postgres.adminUrl, [{ service: of, name: database }]);
    opening.defer(() => drop(postgres.adminUrl, database));
    return postgres.url(database);
  };
  const url = await create(service, name);
  const eventsUrl = kafkaBrokers ? undefined : await create('events', `${name}_events`);
  const envAs = (role: 'app' | 'migrator'): Env => ({
    MODE: 'test',
    [`DATABASE_URL_${service.toUpperCase()}`]: urlAs(url, service, role),
    ...(eventsUrl && {
      DATABASE_URL_EVENTS: urlAs(eventsUrl, role === 'app' ? service : 'events', role),
    }),
    ...(kafkaBrokers && { KAFKA_BROKERS: kafkaBrokers, KAFKA_PREFIX: `${name}.`, ...ONE_BROKER }),
  });
  await migrateAll(envAs('migrator'), () => {});
  const db = new pg.Pool({ connectionString: url, max: 2 });
  opening.defer(() => db.end());
  const opened = opening.move();
  return {
    db,
    url,
    eventsUrl,
    env: envAs('app'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Open connections are ended. */
async function drop(adminUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const statement = `drop database ${pg.escapeIdentifier(name)} with (force)`;
  await admin.query(statement).finally(() => admin.end());
}

/** The service as a process of its own, once it is ready. */
export async function startAlone(
  run: BenchRun,
  service: Service,
  env: Env,
): Promise<{ readonly address: string } & AsyncDisposable> {
  const [grpcPort, adminPort] = [await freePort(), await freePort()];
  const ofProcess = {
    ...testIdentityEnv(service),
    ...eventKeyEnv(service),
    LISTEN_HOST: '127.0.0.1',
    GRPC_PORT: String(grpcPort),
    ADMIN_PORT: String(adminPort),
  };
  const main = `services/${service}/src/main.ts`;
  const program = supervise(
    { name: service, main, env: { ...ofProcess, ...env, ...run.env } },
    watcherOf(run),
  );
  const isReady = async () => (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).ok;
  await eventually(isReady, READY_WAIT);
  return {
    address: `127.0.0.1:${grpcPort}`,
    [Symbol.asyncDispose]: () => program.stop(),
  };
}
