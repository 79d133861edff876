import { setTimeout as delay } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import { pino } from 'pino';
import { DAY_MS } from '../../time/units.ts';
import type { Durability } from '../durability.ts';
import { openKafkaClient } from './client.ts';
import type { KafkaConnection } from './connection.ts';

type Options = {
  readonly connection: KafkaConnection;
  readonly topics: readonly string[];
  readonly partitions: number;
} & Durability;

/** Long enough to consume again after a database was restored to an older point. */
const RETENTION_MS = 30 * DAY_MS;
const READY_MAX_MS = 30_000;
const POLL_EVERY_MS = 100;

/** Creates the topics that are missing, and returns when every partition can be written to. */
export async function createKafkaTopics(options: Options): Promise<void> {
  const { connection, topics, partitions, replicationFactor, minInsyncReplicas } = options;
  const log = pino({ level: 'silent' });
  const admin = openKafkaClient({ connection, clientId: 'topics', log }).kafka.admin();
  await admin.connect();
  try {
    const known = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !known.has(topic));
    if (missing.length > 0) await requireBrokers(admin, replicationFactor);
    await admin.createTopics({
      // kafkajs would fail instead of waiting when the broker does not know the topic yet.
      waitForLeaders: false,
      topics: missing.map((topic) => ({
        topic,
        numPartitions: partitions,
        replicationFactor,
        configEntries: [
          { name: 'retention.ms', value: String(RETENTION_MS) },
          { name: 'min.insync.replicas', value: String(minInsyncReplicas) },
        ],
      })),
    });
    for (const topic of topics) await ready(admin, topic, partitions);
  } finally {
    await admin.disconnect();
  }
}

async function requireBrokers(admin: Admin, replicationFactor: number): Promise<void> {
  const { brokers } = await admin.describeCluster();
  if (brokers.length >= replicationFactor) return;
  throw new Error(
    `Kafka has ${brokers.length} brokers and KAFKA_REPLICATION_FACTOR is ${replicationFactor}: run more brokers, ` +
      'or where records may be lost set KAFKA_REPLICATION_FACTOR=1 and KAFKA_MIN_INSYNC_REPLICAS=1.',
  );
}

/** The broker names a leader shortly before that leader serves; a request for offsets proves it. */
async function ready(admin: Admin, topic: string, partitions: number): Promise<void> {
  const giveUpAt = Date.now() + READY_MAX_MS;
  for (;;) {
    const actual = await partitionsServed(admin, topic);
    if (actual === partitions) return;
    if (actual > 0) {
      // More partitions would move existing keys, and their records could overtake earlier ones.
      throw new Error(`topic ${topic} has ${actual} partitions, not ${partitions}`);
    }
    if (Date.now() > giveUpAt) throw new Error(`topic ${topic} is not served yet`);
    await delay(POLL_EVERY_MS);
  }
}

async function partitionsServed(admin: Admin, topic: string): Promise<number> {
  const offsets = await admin.fetchTopicOffsets(topic).catch(() => []);
  return offsets.length;
}
