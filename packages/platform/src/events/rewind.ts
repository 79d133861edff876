import { rewindKafkaGroup } from './kafka/rewind.ts';
import { type EventLogConfig, eventLogProblems, listed } from './open-event-log.ts';
import { rewindPostgresGroup } from './postgres/rewind.ts';

export type Rewind = {
  readonly group: string;
  readonly topics: readonly string[];
  /** The group goes on with the first record published then or later. */
  readonly to: Date;
};

/**
 * Makes a group read again from a time on, after a database was restored to an older point. On
 * Kafka every member of the group must be stopped; in Postgres those at work start over.
 */
export async function rewindGroup(config: EventLogConfig, rewind: Rewind): Promise<void> {
  const { kafkaBrokers, kafkaPrefix = '', eventsDatabaseUrl: url } = config;
  if (kafkaBrokers) {
    const topics = rewind.topics.map((topic) => kafkaPrefix + topic);
    const inside = { ...rewind, group: kafkaPrefix + rewind.group, topics };
    await rewindKafkaGroup(listed(kafkaBrokers), inside);
  } else if (url) {
    await rewindPostgresGroup(url, rewind);
  } else {
    throw new Error(eventLogProblems(config).join());
  }
}
