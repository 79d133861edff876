import { urlAs } from '@entrada/platform/db/roles';
import type { EventLog } from '@entrada/platform/events/event-log';
import { type EventLogConfig, openEventLog } from '@entrada/platform/events/open-event-log';
import { migrateAll } from '@entrada/platform/migrate';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import pg from 'pg';
import { createDatabases } from '../packages/launcher/src/databases.ts';
import { ONE_BROKER } from '../packages/launcher/src/programs.ts';
import { supervise } from '../packages/launcher/src/supervise.ts';
import { eventKeyEnv } from '../test/harness/event-keys.ts';
import { watcherOf } from './our-system.ts';
import type { BenchRun } from './run-parts.ts';

const READY_WAIT = { timeoutMs: 120_000 };

/** Who publishes what a service consumes. */
const PRODUCERS = { ledger: 'charges', webhooks: 'ledger' };

type Service = keyof typeof PRODUCERS;
type Env = Readonly<Record<string, string>>;

/** Databases of one service alone, with its schema, and the event log that it consumes. */
export type ServiceDatabases = AsyncDisposable & {
  /** As the administrator, like all addresses here. */
  readonly db: pg.Pool;
  readonly urls: readonly string[];
  readonly eventLog: Pick<EventLog, 'publish'>;
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
    const statement = `drop database ${pg.escapeIdentifier(database)} with (force)`;
    opening.defer(() => execute(postgres.adminUrl, statement));
    return postgres.url(database);
  };
  const url = await create(service, name);
  const eventsUrl = kafkaBrokers ? undefined : await create('events', `${name}_events`);
  const kafkaPrefix = `${name}.`;
  const envAs = (role: 'app' | 'migrator'): Env => ({
    MODE: 'test',
    [`DATABASE_URL_${service.toUpperCase()}`]: urlAs(url, service, role),
    ...(eventsUrl && {
      DATABASE_URL_EVENTS: urlAs(eventsUrl, role === 'app' ? service : 'events', role),
    }),
    ...(kafkaBrokers && { KAFKA_BROKERS: kafkaBrokers, KAFKA_PREFIX: kafkaPrefix, ...ONE_BROKER }),
  });
  await migrateAll(envAs('migrator'), () => {});
  const db = new pg.Pool({ connectionString: url, max: 2 });
  opening.defer(() => db.end());
  const log = { kafkaBrokers, kafkaPrefix, eventsDatabaseUrl: eventsUrl };
  const eventLog = opening.use(openEventLog(log, testRuntime('bench'), PRODUCERS[service]));
  const opened = opening.move();
  return {
    db,
    urls: eventsUrl ? [url, eventsUrl] : [url],
    eventLog,
    env: envAs('app'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** One statement on a connection of its own. */
export async function execute(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
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
