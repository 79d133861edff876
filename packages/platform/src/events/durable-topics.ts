import type { Runtime } from '../runtime/runtime.ts';
import { openBackoff, pause } from '../time/backoff.ts';
import { durabilityOf } from './durability.ts';
import { openKafkaClient } from './kafka/client.ts';
import { isOutage } from './kafka/outage.ts';
import { asAdmin } from './kafka/probe.ts';
import { weakTopics } from './kafka/topic-durability.ts';
import { type EventLogConfig, listed } from './open-event-log.ts';

const RETRY = { firstMs: 1_000, maxMs: 10_000 } as const;

/**
 * Checks that no Kafka topic would lose records with one broker: throws in live mode, warns in test
 * mode. While no broker is reachable it retries, and fails liveness if a topic is not durable.
 */
export async function requireDurableTopics(
  config: EventLogConfig,
  topics: readonly string[],
  runtime: Runtime,
): Promise<Disposable> {
  const stop = new AbortController();
  const using = { [Symbol.dispose]: () => stop.abort() };
  if (!config.kafkaBrokers) return using;
  const problems = await findProblems(config, topics, runtime);
  if (problems) {
    reportProblems(problems, config, runtime);
    return using;
  }
  let late: readonly string[] = [];
  runtime.health.live('topics', () => late[0] ?? null);
  void (async () => {
    const backoff = openBackoff(RETRY);
    while (!stop.signal.aborted) {
      await pause(backoff.nextMs(), stop.signal);
      const found = await findProblems(config, topics, runtime).catch(() => null);
      if (!found) continue;
      if (config.mode === 'live') late = found;
      for (const problem of found) runtime.log.error({ problem }, 'topic is not durable');
      return;
    }
  })();
  return using;
}

function reportProblems(
  problems: readonly string[],
  { mode }: EventLogConfig,
  { log }: Runtime,
): void {
  if (problems.length === 0) return;
  if (mode === 'live') throw new Error(problems.join('\n'));
  for (const problem of problems) log.warn({ problem }, 'topic is not durable');
}

/** Null when no broker is reachable. */
async function findProblems(
  config: EventLogConfig,
  topics: readonly string[],
  { log }: Runtime,
): Promise<readonly string[] | null> {
  const brokers = listed(config.kafkaBrokers ?? '');
  const names = topics.map((topic) => (config.kafkaPrefix ?? '') + topic);
  const connect = () => openKafkaClient({ brokers, clientId: 'topics', log });
  try {
    return await asAdmin(connect, (admin) => weakTopics(admin, names, durabilityOf(config)));
  } catch (error) {
    if (!isOutage(error)) throw error;
    log.warn({ err: error }, 'no Kafka broker reachable, retrying');
    return null;
  }
}
