import type { Runtime } from '../runtime/runtime.ts';
import { openBackoff, pause } from '../time/backoff.ts';
import { durabilityOf } from './durability.ts';
import { openKafkaClient } from './kafka/client.ts';
import { kafkaConnectionOf } from './kafka/connection.ts';
import { foreignKafkaTopics } from './kafka/foreign-topics.ts';
import { isOutage, warnOfOutage } from './kafka/outage.ts';
import { asAdmin } from './kafka/probe.ts';
import { weakTopics } from './kafka/topic-durability.ts';
import type { EventLogConfig } from './open-event-log.ts';
import { foreignPostgresTopics } from './postgres/foreign-topics.ts';

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
