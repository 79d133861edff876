import { pino } from 'pino';
import { withClient } from '../db/session.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { openBackoff, pause } from '../time/backoff.ts';
import type { Position } from './event-log.ts';
import { createKafkaTopics, foreignKafkaTopics, weakTopics } from './kafka/admin.ts';
import {
  asAdmin,
  isOutage,
  type KafkaConnection,
  kafkaConnectionOf,
  openKafkaClient,
  warnOfOutage,
} from './kafka/client.ts';
import { durabilityOf, type EventLogConfig, eventLogProblems } from './open-event-log.ts';
import { createPostgresTopics, foreignPostgresTopics, type LogRights } from './postgres/log.ts';

type NewTopics = {
  readonly topics: readonly string[];
  readonly partitions: number;
  /** For the log in Postgres; on Kafka access lists say the same. */
  readonly rights?: LogRights;
};

const NOBODY: LogRights = { topics: {}, groups: {} };

/**
 * For the migration job: topics are created explicitly, with known settings, before they are used. In Postgres as the
 * owner of the log, and with the roles that may write.
 */
export async function createTopics(
  config: EventLogConfig,
  { topics, partitions, rights = NOBODY }: NewTopics,
): Promise<void> {
  const { kafkaBrokers, kafkaPrefix = '', eventsDatabaseUrl: url } = config;
  if (kafkaBrokers) {
    const names = topics.map((topic) => kafkaPrefix + topic);
    const connection = kafkaConnectionOf(config);
    const durability = durabilityOf(config);
    await createKafkaTopics({ connection, topics: names, partitions, ...durability });
  } else if (url) {
    await createPostgresTopics({ url, topics, partitions, rights });
  } else {
    throw new Error(eventLogProblems(config).join());
  }
}

const RETRY = { firstMs: 1_000, maxMs: 10_000 } as const;

type Topics = {
  readonly all: readonly string[];
  /** Those that this service writes. */
  readonly own: readonly string[];
};

/**
 * Checks that no Kafka topic would lose records with one broker: throws in live mode, warns in test
 * mode. In live mode it also throws when this service may write a topic of another. While the log is
 * unavailable it retries: until it has been reached once, its address may be wrong, and the service is not ready.
 */
export async function requireSafeTopics(
  config: EventLogConfig,
  topics: Topics,
  runtime: Runtime,
): Promise<Disposable> {
  const stop = new AbortController();
  const using = { [Symbol.dispose]: () => stop.abort() };
  if (!config.kafkaBrokers && config.mode !== 'live') return using;
  const problems = await findProblems(config, topics, runtime);
  if (problems) {
    reportProblems(problems, config, runtime);
    return using;
  }
  let late: readonly string[] = [];
  runtime.health.live('topics', () => late[0] ?? null);
  const check = async () => {
    const backoff = openBackoff(RETRY);
    while (!stop.signal.aborted) {
      await pause(backoff.nextMs(), stop.signal);
      const found = await findProblems(config, topics, runtime).catch((err) => {
        runtime.log.error({ err }, 'topics could not be checked, retrying');
        return null;
      });
      if (!found) continue;
      if (config.mode === 'live') late = found;
      for (const problem of found) runtime.log.error({ problem }, 'topic is not safe');
      return;
    }
  };
  runtime.health.waitFor('the event log', check());
  return using;
}

function reportProblems(
  problems: readonly string[],
  { mode }: EventLogConfig,
  { log }: Runtime,
): void {
  if (problems.length === 0) return;
  if (mode === 'live') throw new Error(problems.join('\n'));
  for (const problem of problems) log.warn({ problem }, 'topic is not safe');
}

/** Null when the event log is unavailable. */
async function findProblems(
  config: EventLogConfig,
  { all, own }: Topics,
  { log }: Runtime,
): Promise<readonly string[] | null> {
  if (!config.kafkaBrokers) return foreignPostgresTopics(config.eventsDatabaseUrl ?? '', own);
  const named = (topics: readonly string[]) =>
    topics.map((topic) => (config.kafkaPrefix ?? '') + topic);
  const connection = kafkaConnectionOf(config);
  const connect = () => openKafkaClient({ connection, clientId: 'topics', log });
  try {
    const weak = await asAdmin(connect, (admin) =>
      weakTopics(admin, named(all), durabilityOf(config)),
    );
    if (config.mode !== 'live') return weak;
    return [...weak, ...(await foreignKafkaTopics(connect, { all: named(all), own: named(own) }))];
  } catch (error) {
    if (!isOutage(error)) throw error;
    warnOfOutage({ log }, { err: error, brokers: config.kafkaBrokers });
    return null;
  }
}

type Reader = { readonly topics: readonly string[]; readonly positions: readonly Position[] };
/** A partition holds the records from `low` on, up to but without `high`. */
type Partition = {
  readonly topic: string;
  readonly partition: number;
  readonly low: string;
  readonly high: string;
};

const PARTITIONS = `
  select topic, partition, next_offset::text as high,
         coalesce((select min(log_offset) from log_record
                    where log_record.topic = log_partition.topic
                      and log_record.partition = log_partition.partition), next_offset)::text as low
    from log_partition
   where topic = any ($1)`;

/** How many records of the topics a reader with these positions has not handled yet. */
export async function unreadRecords(
  config: EventLogConfig,
  { topics, positions }: Reader,
): Promise<number> {
  const partitions = await partitionsOf(config, topics);
  const counts = partitions.map(({ topic, partition, low, high }) => {
    const own = positions.find((at) => at.topic === topic && at.partition === partition);
    return Math.max(0, Number(high) - Math.max(Number(low), Number(own?.nextOffset ?? 0)));
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

async function partitionsOf(
  config: EventLogConfig,
  topics: readonly string[],
): Promise<readonly Partition[]> {
  const { kafkaBrokers, kafkaPrefix = '', eventsDatabaseUrl: url } = config;
  if (kafkaBrokers) return kafkaPartitions(kafkaConnectionOf(config), topics, kafkaPrefix);
  if (!url) throw new Error(eventLogProblems(config).join());
  return withClient(
    { url },
    async (client) => (await client.query<Partition>(PARTITIONS, [topics])).rows,
  );
}

function kafkaPartitions(
  connection: KafkaConnection,
  topics: readonly string[],
  prefix: string,
): Promise<readonly Partition[]> {
  const connect = () =>
    openKafkaClient({ connection, clientId: 'lag', log: pino({ level: 'silent' }) });
  return asAdmin(connect, async (admin) => {
    const found = await Promise.all(
      topics.map(async (topic) =>
        (await admin.fetchTopicOffsets(prefix + topic)).map((offsets) => ({ ...offsets, topic })),
      ),
    );
    return found.flat();
  });
}
