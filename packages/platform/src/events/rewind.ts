import { rewindKafkaGroup } from './kafka/rewind.ts';
import { type EventLogConfig, eventLogProblems, listed } from './open-event-log.ts';
import { rewindPostgresGroup } from './postgres/rewind.ts';
import { type RewindRequest, type Rewound, rewindTime } from './rewind-request.ts';

/**
 * Makes a group read again from a time on, after a database was restored to an older point. No
 * offset is ever moved forward: what was not read yet will be. On Kafka every member of the group
 * must be stopped; in Postgres those at work start over.
 */
export async function rewindGroup(
  config: EventLogConfig,
  { group, topics, to }: RewindRequest,
  now = new Date(),
): Promise<Rewound> {
  const { kafkaBrokers, kafkaPrefix = '', eventsDatabaseUrl: url } = config;
  const from = rewindTime(to, now);
  if (kafkaBrokers) {
    const records = await rewindKafkaGroup(listed(kafkaBrokers), {
      group: kafkaPrefix + group,
      topics: topics.map((topic) => kafkaPrefix + topic),
      from,
    });
    return { from, records };
  }
  if (url) return { from, records: await rewindPostgresGroup(url, { group, topics, from }) };
  throw new Error(eventLogProblems(config).join());
}
