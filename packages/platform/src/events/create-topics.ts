import { durabilityOf } from './durability.ts';
import { createKafkaTopics } from './kafka/create-topics.ts';
import { type EventLogConfig, eventLogProblems, listed } from './open-event-log.ts';
import { createPostgresTopics } from './postgres/create-topics.ts';

/** For the migration job: topics are created explicitly, with known settings, before they are used. */
export async function createTopics(
  config: EventLogConfig,
  topics: readonly string[],
  partitions: number,
): Promise<void> {
  const { kafkaBrokers, kafkaPrefix = '', eventsDatabaseUrl: url } = config;
  if (kafkaBrokers) {
    const names = topics.map((topic) => kafkaPrefix + topic);
    const brokers = listed(kafkaBrokers);
    const durability = durabilityOf(config);
    await createKafkaTopics({ brokers, topics: names, partitions, ...durability });
  } else if (url) {
    await createPostgresTopics({ url, topics, partitions });
  } else {
    throw new Error(eventLogProblems(config).join());
  }
}
