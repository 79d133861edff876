import { kafkaConnectionOf } from './kafka/connection.ts';
import { rewindKafkaGroup } from './kafka/rewind.ts';
import { type EventLogConfig, eventLogProblems } from './open-event-log.ts';
import { rewindPostgresGroup } from './postgres/rewind.ts';
import { type RewindRequest, type Rewound, rewindTime } from './rewind-request.ts';

/**
 * Makes a group read records again from a given time, after a database was restored to an older
 * point. No offset is moved forward, so no record is skipped. On Kafka every member of the group
 * must be stopped first; on Postgres running members reconnect by themselves.
 */
export async function rewindGroup(
  config: EventLogConfig,
  { group, topics, to }: RewindRequest,
  now = new Date(),
): Promise<Rewound> {
  const { kafkaBrokers, kafkaPrefix = '', eventsDatabaseUrl: url } = config;
  const from = rewindTime(to, now);
  if (kafkaBrokers) {
    const records = await rewindKafkaGroup(kafkaConnectionOf(config), {
      group: kafkaPrefix + group,
      topics: topics.map((topic) => kafkaPrefix + topic),
      from,
    });
    return { from, records };
  }
  if (url) return { from, records: await rewindPostgresGroup(url, { group, topics, from }) };
  throw new Error(eventLogProblems(config).join());
}
