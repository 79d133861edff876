import { randomUUID } from 'node:crypto';
import { Kafka, logLevel } from 'kafkajs';
import { eventLogSettings, modeSettings } from '../../src/config/common-settings.ts';
import { readConfig } from '../../src/config/settings.ts';
import { createTopics, requireSafeTopics } from '../../src/events/admin.ts';
import { weakTopics } from '../../src/events/kafka/admin.ts';
import { asAdmin, kafkaConnectionOf, openKafkaClient } from '../../src/events/kafka/client.ts';
import { openKafkaEventLog } from '../../src/events/kafka/log.ts';
import { eventLogProblems } from '../../src/events/open-event-log.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openLine } from '../../src/testing/line.ts';
import { freshPrefix, testKafkaBrokers } from '../../src/testing/servers.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { newGroup } from './log-server.ts';

const LOGIN = {
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'charges',
  KAFKA_SASL_PASSWORD: 'hunter2',
};
const ONE_BROKER = { kafkaReplicationFactor: 1, kafkaMinInsyncReplicas: 1 };

async function createTopic() {
  const config = { kafkaBrokers: testKafkaBrokers().join(), kafkaPrefix: freshPrefix() };
  const topic = `topic-${randomUUID()}`;
  await createTopics({ ...config, ...ONE_BROKER }, { topics: [topic], partitions: 2 });
  return { config, topic };
}

describeNeeding(['kafka'], 'topics on Kafka', () => {
  test('a live service refuses topics that one lost broker could take records with', async () => {
    const { config, topic } = await createTopic();

    const started = requireSafeTopics(
      { ...config, mode: 'live' },
      { all: [topic], own: [topic] },
      testRuntime(),
    );

    await expect(started).rejects.toThrow(
      `Topic ${config.kafkaPrefix}${topic} has replication factor 1 and min.insync.replicas 1; 3 and 2 are required. Kafka has 1 brokers: run at least 3`,
    );
  });

  test('a test service starts on them with a warning', async () => {
    const { config, topic } = await createTopic();
    const runtime = testRuntime();
    const topics = { all: [topic], own: [] };

    using _topics = await requireSafeTopics({ ...config, mode: 'test' }, topics, runtime);

    expect(runtime.logged.filter((line) => line.includes('topic is not safe'))).toHaveLength(1);
  });

  test('nothing is said of topics that are as wanted', async () => {
    const { config, topic } = await createTopic();
    const runtime = testRuntime();
    const topics = { all: [topic], own: [] };

    using _topics = await requireSafeTopics({ ...config, ...ONE_BROKER }, topics, runtime);

    expect(runtime.logged).toEqual([]);
  });

  test('a service that has never reached a broker is not ready, and says what to check', async () => {
    const { config, topic } = await createTopic();
    const [broker = ''] = testKafkaBrokers();
    await using line = await openLine(Number(broker.split(':')[1]));
    line.cut();
    const runtime = testRuntime();
    const away = { ...config, ...ONE_BROKER, kafkaBrokers: `127.0.0.1:${line.port}` };

    using _topics = await requireSafeTopics(away, { all: [topic], own: [] }, runtime);

    const ready = runtime.health.warmUp();
    expect(await runtime.health.readyProblems()).toContain('waiting for the event log');
    expect(runtime.logged.at(-1)).toContain('check KAFKA_BROKERS');
    line.restore();
    await ready;
    expect(await runtime.health.readyProblems()).toEqual(['starting']);
  });

  test('the command that fixes a topic is in the sentence', async () => {
    const { config, topic } = await createTopic();
    const { log } = testRuntime();
    const connection = kafkaConnectionOf(config);
    const name = config.kafkaPrefix + topic;
    const wanted = { replicationFactor: 1, minInsyncReplicas: 2 };

    const problems = await asAdmin(
      () => openKafkaClient({ connection, clientId: 'test', log }),
      (admin) => weakTopics(admin, [name], wanted),
    );

    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(
          `Fix it with: kafka-configs\\.sh .*--entity-name ${name} --add-config min.insync.replicas=2$`,
        ),
      ),
    ]);
  });

  test('more replicas than brokers are refused with the settings to correct', async () => {
    const config = { kafkaBrokers: testKafkaBrokers().join(), kafkaPrefix: freshPrefix() };

    await expect(createTopics(config, { topics: ['topic'], partitions: 2 })).rejects.toThrow(
      /Kafka has 1 brokers and KAFKA_REPLICATION_FACTOR is 3: .*KAFKA_MIN_INSYNC_REPLICAS=1/,
    );
  });
});

test('settings that are too weak for live mode are refused by name', () => {
  const settings = { ...modeSettings, ...eventLogSettings };
  const env = { MODE: 'live', KAFKA_BROKERS: 'kafka:9092', KAFKA_TLS: 'true', ...LOGIN };
  const load = (more: Record<string, string>) =>
    readConfig({ ...env, ...more }, settings, eventLogProblems);

  expect(load({})).toMatchObject({ kafkaReplicationFactor: 3, kafkaMinInsyncReplicas: 2 });
  expect(() => load({ KAFKA_REPLICATION_FACTOR: '1', KAFKA_MIN_INSYNC_REPLICAS: '1' })).toThrow(
    /KAFKA_REPLICATION_FACTOR must be at least 3 in live mode.*\n.*KAFKA_MIN_INSYNC_REPLICAS must be at least 2/,
  );
  expect(() => load({ KAFKA_MIN_INSYNC_REPLICAS: '4' })).toThrow(/must not be above/);
});

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
