import { urlAs } from '@entrada/platform/db/roles';
import type { EventLogConfig } from '@entrada/platform/events/open-event-log';
import { openEventLog } from '@entrada/platform/events/open-event-log';
import { migrateAll } from '@entrada/platform/migrate';
import { eventually } from '@entrada/platform/testing/eventually';
import { freePort } from '@entrada/platform/testing/free-port';
import { testIdentityEnv } from '@entrada/platform/testing/identity';
import { testRuntime } from '@entrada/platform/testing/test-runtime';
import pg from 'pg';
import { newSecrets, ONE_BROKER } from '../../packages/launcher/src/programs.ts';
import { supervise } from '../../packages/launcher/src/supervise.ts';
import { eventKeyEnv, signed } from '../../test/harness/event-keys.ts';
import type { BenchRun } from '../bench-run.ts';
import { createDatabase } from '../database.ts';
import { watcherOf } from '../our-system.ts';
import { paid } from './credits.ts';

const DONE_WAIT = { timeoutMs: 300_000 };
const READY_WAIT = { timeoutMs: 120_000 };
const PUBLISHED_AT_ONCE = 2_000;

/** Asked again and again while the service works: it must not cost more when more is stored. */
const ENTRIES_MADE = `
  select case when is_called then last_value else 0 end::float8 as made from entry_id_seq`;
const ENTRIES_OF_CREDIT = 3;

/** Of the last two thirds: before, the process is still warming up. */
const RATE = `
  with batches as (
    select created_at, count(*) as credits from ledger_transaction where created_at >= $1 group by 1
  ), counted as (
    select *, sum(credits) over (order by created_at) as done, sum(credits) over () as total from batches
  )
  select max(total)::float8 as credits,
         ((max(done) - min(done)) / nullif(extract(epoch from max(created_at) - min(created_at)), 0))::float8 as rate
    from counted where done >= total / 3`;

type BookingRate = { readonly credits: number; readonly rate: number };

export type LedgerBench = AsyncDisposable & {
  readonly db: pg.Pool;
  /** Of its databases, as the administrator. */
  readonly urls: readonly string[];
  /** Credits a second of so many that wait on the topic when the service starts. */
  round(accounts: readonly string[], count: number): Promise<number>;
};

type LedgerDatabase = AsyncDisposable & {
  readonly db: pg.Pool;
  readonly urls: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** As the administrator; absent on Kafka. */
  readonly eventsUrl: string | undefined;
};

/** A database with the ledger's schema. */
export async function ledgerDatabase(
  { postgres }: BenchRun,
  name: string,
  log: EventLogConfig = {},
): Promise<LedgerDatabase> {
  await using making = new AsyncDisposableStack();
  const books = making.use(await createDatabase(postgres, 'ledger', name));
  const kafka = log.kafkaBrokers
    ? { KAFKA_BROKERS: log.kafkaBrokers, KAFKA_PREFIX: `${name}.`, ...ONE_BROKER }
    : null;
  const events = kafka
    ? null
    : making.use(await createDatabase(postgres, 'events', `${name}_events`));
  const envAs = (as: 'appUrl' | 'migratorUrl') => ({
    MODE: 'test',
    DATABASE_URL_LEDGER: books[as],
    ...(events
      ? { DATABASE_URL_EVENTS: as === 'appUrl' ? urlAs(events.url, 'ledger', 'app') : events[as] }
      : kafka),
  });
  await migrateAll(envAs('migratorUrl'), () => {});
  const db = new pg.Pool({ connectionString: books.url, max: 2 });
  making.defer(() => db.end());
  const made = making.move();
  return {
    db,
    urls: events ? [books.url, events.url] : [books.url],
    env: envAs('appUrl'),
    eventsUrl: events?.url,
    [Symbol.asyncDispose]: () => made.disposeAsync(),
  };
}

/** The ledger alone, as a process of its own, started anew for each round. */
export async function openLedgerBench(
  run: BenchRun,
  name: string,
  log: EventLogConfig = {},
): Promise<LedgerBench> {
  await using opening = new AsyncDisposableStack();
  const { db, urls, env, eventsUrl } = opening.use(await ledgerDatabase(run, name, log));
  const config = {
    kafkaBrokers: env.KAFKA_BROKERS,
    kafkaPrefix: env.KAFKA_PREFIX,
    eventsDatabaseUrl: eventsUrl,
  };
  const eventLog = opening.use(openEventLog(config, testRuntime('bench'), 'charges'));

  // One for all starts: the auditor reports checkpoints of a key that it does not know.
  const signingKey = newSecrets().ledgerSigningKey;
  async function serve(): Promise<AsyncDisposable> {
    const [grpcPort, adminPort] = [await freePort(), await freePort()];
    const own = {
      ...testIdentityEnv('ledger'),
      ...eventKeyEnv('ledger'),
      LISTEN_HOST: '127.0.0.1',
      GRPC_PORT: String(grpcPort),
      ADMIN_PORT: String(adminPort),
      LEDGER_SIGNING_KEY: signingKey,
    };
    const main = 'services/ledger/src/main.ts';
    const program = supervise(
      { name: 'ledger', main, env: { ...env, ...own, ...run.env } },
      watcherOf(run),
    );
    const stop = { [Symbol.asyncDispose]: () => program.stop() };
    await eventually(
      async () => (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).ok,
      READY_WAIT,
    );
    return stop;
  }

  const opened = opening.move();
  return {
    db,
    urls,
    async round(accounts, count) {
      const begun: Date = (await db.query('select now() as begun')).rows[0].begun;
      const entriesMade = async (): Promise<number> => (await db.query(ENTRIES_MADE)).rows[0].made;
      const awaited = (await entriesMade()) + ENTRIES_OF_CREDIT * count;
      for (let done = 0; done < count; done += PUBLISHED_AT_ONCE) {
        const length = Math.min(PUBLISHED_AT_ONCE, count - done);
        const one = (_: unknown, index: number) =>
          signed(paid(accounts[(done + index) % accounts.length] ?? ''));
        await eventLog.publish(Array.from({ length }, one));
      }
      await using _service = await serve();
      await eventually(async () => (await entriesMade()) >= awaited, DONE_WAIT);
      // An entry has its number before it is committed.
      const { rate } = await eventually(async () => {
        const [booked] = (await db.query<BookingRate>(RATE, [begun])).rows;
        return booked?.credits === count && booked;
      }, DONE_WAIT);
      return rate;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
