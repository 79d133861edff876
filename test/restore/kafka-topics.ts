import { PARTITIONS, Topic } from '@entrada/contracts/topics';
import { asAdmin, kafkaConnectionOf, openKafkaClient } from '@entrada/platform/events/kafka/client';
import { createOurTopics } from '@entrada/platform/migrate';
import { eventually } from '@entrada/platform/testing/eventually';
import { testRuntime } from '@entrada/platform/testing/test-runtime';

const PATIENT = { timeoutMs: 60_000 };
/** As where the disk of the topics is gone and that of the offsets is not. */
const BEYOND_THE_END = '1000';
const GROUPS = { ledger: [Topic.Charges], webhooks: [Topic.Charges, Topic.Ledger] };

/** The topics of one system on the shared Kafka. */
export function kafkaTopics(env: Readonly<Record<string, string>>) {
  const { KAFKA_BROKERS: kafkaBrokers = '', KAFKA_PREFIX: kafkaPrefix = '' } = env;
  const { log } = testRuntime('drill');
  const connect = () =>
    openKafkaClient({ connection: kafkaConnectionOf({ kafkaBrokers }), clientId: 'drill', log });
  const names = Object.values(Topic).map((topic) => kafkaPrefix + topic);
  const recordsIn = (topic: string) =>
    asAdmin(connect, async (admin) => {
      const offsets = await admin.fetchTopicOffsets(kafkaPrefix + topic);
      return offsets.reduce((sum, { high }) => sum + Number(high), 0);
    });

  return {
    recordsIn,
    /** Deletes both topics, makes them again, and leaves the groups behind the end. */
    async lose(): Promise<void> {
      await asAdmin(connect, async (admin) => {
        await admin.deleteTopics({ topics: names });
        await eventually(async () => {
          const left = await admin.listTopics();
          expect(left.filter((topic) => names.includes(topic))).toEqual([]);
        }, PATIENT);
      });
      const durability = { kafkaReplicationFactor: 1, kafkaMinInsyncReplicas: 1 };
      const config = { kafkaBrokers, kafkaPrefix, ...durability };
      await createOurTopics(config);
      await asAdmin(connect, async (admin) => {
        for (const [group, topics] of Object.entries(GROUPS)) {
          for (const topic of topics) {
            const partitions = Array.from({ length: PARTITIONS }, (_, partition) => ({
              partition,
              offset: BEYOND_THE_END,
            }));
            const groupId = kafkaPrefix + group;
            await admin.setOffsets({ groupId, topic: kafkaPrefix + topic, partitions });
          }
        }
      });
    },
  };
}
