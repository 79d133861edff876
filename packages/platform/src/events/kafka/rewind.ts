import type { Admin } from 'kafkajs';
import { pino } from 'pino';
import { disconnected, openKafkaClient } from './client.ts';
import type { KafkaConnection } from './connection.ts';

type Rewind = { readonly group: string; readonly topics: readonly string[]; readonly from: Date };

const NOTHING_COMMITTED = -1n;

/** Returns how many records will be read again. Kafka only moves offsets of a group without members. */
export async function rewindKafkaGroup(
  connection: KafkaConnection,
  { group, topics, from }: Rewind,
): Promise<number> {
  const client = openKafkaClient({
    connection,
    clientId: 'rewind',
    log: pino({ level: 'silent' }),
  });
  const admin = client.kafka.admin();
  await admin.connect();
  try {
    const { groups } = await admin.describeGroups([group]);
    if (groups.some(({ members }) => members.length > 0)) {
      throw new Error(
        `Group ${group} has running members. Stop its service first (kubectl scale deployment/<service> --replicas 0), then rewind.`,
      );
    }
    let records = 0n;
    for (const topic of topics) records += await rewindTopic(admin, group, topic, from);
    return Number(records);
  } finally {
    await disconnected(admin, client);
  }
}

async function rewindTopic(
  admin: Admin,
  groupId: string,
  topic: string,
  from: Date,
): Promise<bigint> {
  const targets = await admin.fetchTopicOffsetsByTimestamp(topic, from.getTime());
  const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] });
  const moves = targets.flatMap(({ partition, offset }) => {
    const current = BigInt(
      committed?.partitions.find((entry) => entry.partition === partition)?.offset ??
        NOTHING_COMMITTED,
    );
    // Without a committed offset the group starts at the oldest record anyway.
    return BigInt(offset) < current ? [{ partition, offset, again: current - BigInt(offset) }] : [];
  });
  if (moves.length > 0) {
    const partitions = moves.map(({ partition, offset }) => ({ partition, offset }));
    await admin.setOffsets({ groupId, topic, partitions });
  }
  return moves.reduce((sum, { again }) => sum + again, 0n);
}
