import { pino } from 'pino';
import { openKafkaClient } from './client.ts';

type Options = {
  readonly brokers: readonly string[];
  readonly topics: readonly string[];
  readonly partitions: number;
  /** Copies of each record; the broker's own default when not given. */
  readonly replicationFactor?: number;
};

const BROKER_DEFAULT = -1;
/** Long enough to re-consume after a database was restored to an older point. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;

/** Creates the topics that are missing, with the settings that the promises of the log rest on. */
export async function createKafkaTopics(options: Options): Promise<void> {
  const { brokers, topics, partitions, replicationFactor = BROKER_DEFAULT } = options;
  const log = pino({ level: 'silent' });
  const admin = openKafkaClient({ brokers, clientId: 'topics', log }).admin();
  await admin.connect();
  try {
    const known = new Set(await admin.listTopics());
    await admin.createTopics({
      waitForLeaders: true,
      topics: topics
        .filter((topic) => !known.has(topic))
        .map((topic) => ({
          topic,
          numPartitions: partitions,
          replicationFactor,
          configEntries: [{ name: 'retention.ms', value: String(RETENTION_MS) }],
        })),
    });
    const metadata = await admin.fetchTopicMetadata({ topics: [...topics] });
    for (const { name, partitions: actual } of metadata.topics) {
      if (actual.length === partitions) continue;
      // More partitions would send known keys elsewhere, past their own earlier records.
      throw new Error(`topic ${name} has ${actual.length} partitions, not ${partitions}`);
    }
  } finally {
    await admin.disconnect();
  }
}
