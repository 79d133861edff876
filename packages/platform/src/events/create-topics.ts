import { durabilityOf } from './durability.ts';
import { kafkaConnectionOf } from './kafka/connection.ts';
import { createKafkaTopics } from './kafka/create-topics.ts';
import type { LogRights } from './log-rights.ts';
import { type EventLogConfig, eventLogProblems } from './open-event-log.ts';
import { createPostgresTopics } from './postgres/create-topics.ts';

type Wanted = {
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
  { topics, partitions, rights = NOBODY }: Wanted,
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
