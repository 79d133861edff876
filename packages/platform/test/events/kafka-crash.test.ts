import { Kafka, logLevel } from 'kafkajs';
import { createTopics } from '../../src/events/admin.ts';
import { kafkaConnectionOf } from '../../src/events/kafka/client.ts';
import { openKafkaEventLog } from '../../src/events/kafka/log.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { freshPrefix, testKafkaBrokers } from '../../src/testing/servers.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { newGroup } from './log-server.ts';

const GIVE_UP_MAX_MS = 120_000;

describeNeeding(['kafka'], 'a Kafka consumer that crashes', () => {
  test('is started again a few times, then fails liveness instead of sitting idle', async () => {
    const brokers = testKafkaBrokers();
    const connection = kafkaConnectionOf({ kafkaBrokers: brokers.join() });
    const topic = `${freshPrefix()}doomed`;
    const oneBroker = { kafkaReplicationFactor: 1, kafkaMinInsyncReplicas: 1 };
    await createTopics(
      { kafkaBrokers: brokers.join(), ...oneBroker },
      { topics: [topic], partitions: 1 },
    );
    const runtime = testRuntime();
    const crashes = () =>
      runtime.logged.filter((line) => line.includes('consumer crashed, restarting'));
    await using log = openKafkaEventLog({ connection, clientId: 'crash', runtime });
    await log.publish([{ topic, key: 'a', value: Buffer.from('a'), headers: {} }]);
    const handled: unknown[] = [];
    await log.subscribe(
      { group: newGroup(), topics: [topic], databaseUrl: '' },
      async (records) => {
        handled.push(...records);
      },
    );
    await eventually(() => handled.length === 1);
    expect(await runtime.health.liveProblems()).toEqual([]);

    await deleteTopic(brokers, topic);

    const problems = await eventually(
      async () => {
        const found = await runtime.health.liveProblems();
        return found.length > 0 && found;
      },
      { timeoutMs: GIVE_UP_MAX_MS },
    );
    expect(problems).toEqual([expect.stringContaining('crashed too often')]);
    expect(crashes()).toHaveLength(4);
  });
});

async function deleteTopic(brokers: string[], topic: string): Promise<void> {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
}
