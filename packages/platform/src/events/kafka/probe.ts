import type { Admin } from 'kafkajs';
import { openBackoff, pause } from '../../time/backoff.ts';
import { disconnected, type KafkaClient } from './client.ts';
import { named } from './unknown-topic.ts';

const RETRY = { firstMs: 100, maxMs: 3_000 } as const;

type Connect = () => KafkaClient;

/** Waits until a broker responds or `stop` is aborted. */
export async function brokerReachable(connect: Connect, stop: AbortSignal): Promise<void> {
  const backoff = openBackoff(RETRY);
  while (!stop.aborted) {
    try {
      await asAdmin(connect, (admin) => admin.describeCluster());
      return;
    } catch {
      await pause(backoff.nextMs(), stop);
    }
  }
}

/** Throws when a topic was never created. */
export async function checkTopics(connect: Connect, topics: readonly string[]): Promise<void> {
  try {
    await asAdmin(connect, (admin) => admin.fetchTopicMetadata({ topics: [...topics] }));
  } catch (error) {
    throw named(error, topics);
  }
}

export async function asAdmin<T>(connect: Connect, ask: (admin: Admin) => Promise<T>): Promise<T> {
  const client = connect();
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    return await ask(admin);
  } finally {
    await disconnected(admin, client);
  }
}
