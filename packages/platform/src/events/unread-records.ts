import { pino } from 'pino';
import { withClient } from '../db/with-client.ts';
import type { Position } from './event-log.ts';
import { openKafkaClient } from './kafka/client.ts';
import { type KafkaConnection, kafkaConnectionOf } from './kafka/connection.ts';
import { asAdmin } from './kafka/probe.ts';
import { type EventLogConfig, eventLogProblems } from './open-event-log.ts';

type Reader = { readonly topics: readonly string[]; readonly positions: readonly Position[] };
/** A partition holds the records from `low` on, up to but without `high`. */
type Partition = {
  readonly topic: string;
  readonly partition: number;
  readonly low: string;
  readonly high: string;
};

const PARTITIONS = `
  select topic, partition, next_offset::text as high,
         coalesce((select min(log_offset) from log_record
                    where log_record.topic = log_partition.topic
                      and log_record.partition = log_partition.partition), next_offset)::text as low
    from log_partition
   where topic = any ($1)`;

/** How many records of the topics a reader with these positions has not handled yet. */
export async function unreadRecords(
  config: EventLogConfig,
  { topics, positions }: Reader,
): Promise<number> {
  const partitions = await partitionsOf(config, topics);
  const counts = partitions.map(({ topic, partition, low, high }) => {
    const own = positions.find((at) => at.topic === topic && at.partition === partition);
    return Math.max(0, Number(high) - Math.max(Number(low), Number(own?.nextOffset ?? 0)));
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

async function partitionsOf(
  config: EventLogConfig,
  topics: readonly string[],
): Promise<readonly Partition[]> {
  const { kafkaBrokers, kafkaPrefix = '', eventsDatabaseUrl: url } = config;
  if (kafkaBrokers) return kafkaPartitions(kafkaConnectionOf(config), topics, kafkaPrefix);
  if (!url) throw new Error(eventLogProblems(config).join());
  return withClient(
    { url },
    async (client) => (await client.query<Partition>(PARTITIONS, [topics])).rows,
  );
}

function kafkaPartitions(
  connection: KafkaConnection,
  topics: readonly string[],
  prefix: string,
): Promise<readonly Partition[]> {
  const connect = () =>
    openKafkaClient({ connection, clientId: 'lag', log: pino({ level: 'silent' }) });
  return asAdmin(connect, async (admin) => {
    const found = await Promise.all(
      topics.map(async (topic) =>
        (await admin.fetchTopicOffsets(prefix + topic)).map((offsets) => ({ ...offsets, topic })),
      ),
    );
    return found.flat();
  });
}
