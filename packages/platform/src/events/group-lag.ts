import { pino } from 'pino';
import { withClient } from '../db/with-client.ts';
import { disconnected, openKafkaClient } from './kafka/client.ts';
import { type KafkaConnection, kafkaConnectionOf } from './kafka/connection.ts';
import { lags } from './kafka/lag.ts';
import { type EventLogConfig, eventLogProblems } from './open-event-log.ts';
import { LAG } from './postgres/lag.ts';

type Group = { readonly group: string; readonly topics: readonly string[] };

/** How many records of its topics a group has not read yet. */
export async function groupLag(config: EventLogConfig, { group, topics }: Group): Promise<number> {
  const { kafkaBrokers, kafkaPrefix = '', eventsDatabaseUrl: url } = config;
  if (kafkaBrokers) {
    return kafkaLag(kafkaConnectionOf(config), {
      group: kafkaPrefix + group,
      topics: topics.map((topic) => kafkaPrefix + topic),
    });
  }
  if (url) return postgresLag(url, { group, topics });
  throw new Error(eventLogProblems(config).join());
}

async function kafkaLag(connection: KafkaConnection, group: Group): Promise<number> {
  const client = openKafkaClient({ connection, clientId: 'lag', log: pino({ level: 'silent' }) });
  const admin = client.kafka.admin();
  await admin.connect();
  try {
    return total(await lags(admin, { ...group, isMine: null }));
  } finally {
    await disconnected(admin, client);
  }
}

function postgresLag(url: string, { group, topics }: Group): Promise<number> {
  return withClient({ url }, async (client) =>
    total((await client.query<{ lag: number }>(LAG, [group, topics])).rows),
  );
}

function total(partitions: readonly { readonly lag: number }[]): number {
  return partitions.reduce((sum, { lag }) => sum + lag, 0);
}
