import { pino } from 'pino';
import type { Rewind } from '../rewind.ts';
import { disconnected, openKafkaClient } from './client.ts';

/** The broker refuses to move the offsets of a group that has members. */
export async function rewindKafkaGroup(
  brokers: readonly string[],
  { group, topics, to }: Rewind,
): Promise<void> {
  const client = openKafkaClient({ brokers, clientId: 'rewind', log: pino({ level: 'silent' }) });
  const admin = client.kafka.admin();
  await admin.connect();
  try {
    const { groups } = await admin.describeGroups([group]);
    if (groups.some(({ members }) => members.length > 0)) {
      throw new Error(`group ${group} is at work: stop its service first`);
    }
    for (const topic of topics) {
      const partitions = await admin.fetchTopicOffsetsByTimestamp(topic, to.getTime());
      await admin.setOffsets({ groupId: group, topic, partitions });
    }
  } finally {
    await disconnected(admin, client);
  }
}
