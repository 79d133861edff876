import type { Kafka } from 'kafkajs';
import { atMost, openBackoff, pause } from '../backoff.ts';
import { named } from './unknown-topic.ts';

const RETRY = { firstMs: 100, maxMs: 3_000 } as const;
const DISCONNECT_MAX_MS = 1_000;

/** Waits until a broker answers, or until told to stop. */
export async function brokerAnswers(kafka: Kafka, stop: AbortSignal): Promise<void> {
  const backoff = openBackoff(RETRY);
  while (!stop.aborted) {
    try {
      await asAdmin(kafka, (admin) => admin.describeCluster());
      return;
    } catch {
      await pause(backoff.nextMs(), stop);
    }
  }
}

/** Throws when a topic was never created. */
export async function checkTopics(kafka: Kafka, topics: readonly string[]): Promise<void> {
  try {
    await asAdmin(kafka, (admin) => admin.fetchTopicMetadata({ topics: [...topics] }));
  } catch (error) {
    throw named(error, topics);
  }
}

async function asAdmin<T>(
  kafka: Kafka,
  ask: (admin: ReturnType<Kafka['admin']>) => Promise<T>,
): Promise<T> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await ask(admin);
  } finally {
    await atMost(
      DISCONNECT_MAX_MS,
      admin.disconnect().catch(() => {}),
    );
  }
}
