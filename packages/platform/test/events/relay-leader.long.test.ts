import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { createTopics } from '../../src/events/admin.ts';
import { consume } from '../../src/events/consumer.ts';
import type { EventRecord } from '../../src/events/event-log.ts';
import { openEventLog } from '../../src/events/open-event-log.ts';
import { type RelayLog, startRelay } from '../../src/events/relay.ts';
import { freshDatabase, openTestPool } from '../../src/testing/database.ts';
import { describeNeeding } from '../../src/testing/describe-needing.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { openLine } from '../../src/testing/line.ts';
import { freshPrefix, relayLeaderCount, testKafkaBrokers } from '../../src/testing/servers.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import {
  expectCompleteAndInOrder,
  newGroup,
  numbered,
  publishSurely,
  RECOVERY_MAX_MS,
} from './log-server.ts';
import { appendEvents, unpublishedCount } from './outbox-rows.ts';

const PARTITIONS = 3;
/** A leader that cannot publish leads for at least this long. */
const FAILING_MIN_MS = 10_000;
const patient = { timeoutMs: RECOVERY_MAX_MS };

/** A database with an outbox, a topic on Kafka, and a line to Kafka that can be cut. */
async function openService() {
  const stack = new AsyncDisposableStack();
  const topic = `topic-${randomUUID()}`;
  const [broker = ''] = testKafkaBrokers();
  const config = { kafkaBrokers: broker, kafkaPrefix: freshPrefix() };
  const oneBroker = { kafkaReplicationFactor: 1, kafkaMinInsyncReplicas: 1 };
  await createTopics({ ...config, ...oneBroker }, { topics: [topic], partitions: PARTITIONS });
  const line = stack.use(await openLine(Number(broker.split(':')[1])));
  const database = stack.use(await freshDatabase('messaging'));
  const runtime = testRuntime();
  const pool = stack.use(openTestPool(database.url, 6));
  const openLog = (kafkaBrokers: string) =>
    stack.use(openEventLog({ ...config, kafkaBrokers }, runtime, 'relay'));
  const direct = openLog(broker);

  return {
    pool,
    topic,
    line,
    direct,
    overLine: () => openLog(`127.0.0.1:${line.port}`),
    append: (rows: ReturnType<typeof numbered>) => appendEvents(pool, topic, rows),
    async relay(eventLog: RelayLog) {
      const own = testRuntime();
      const { logged, metrics } = own;
      const options = { pool, databaseUrl: database.url, eventLog, runtime: own };
      const relay = stack.use(await startRelay({ ...options, sign: (record) => record }));
      return {
        steppedDownAt: () => logged.filter((text) => text.includes('steps down')).map(timeOf),
        metric: async (name: string) => {
          const series = (await metrics.metrics())
            .split('\n')
            .find((text) => text.startsWith(name));
          return Number(series?.split(' ').at(-1));
        },
        [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose](),
      };
    },
    /** What a consumer of the topic committed, in this order. */
    async committed() {
      const values: string[] = [];
      const consumer = await consume({
        eventLog: direct,
        pool,
        runtime,
        group: newGroup(),
        topics: [topic],
        authenticate: () => null,
        decode: ({ value }) => value.toString(),
        handle: async (_tx, events) => () => {
          values.push(...events.map(({ event }) => event));
        },
      });
      stack.use(consumer);
      return values;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

type Service = Awaited<ReturnType<typeof openService>>;

const timeOf = (line: string) => new Date(JSON.parse(line).time).getTime();

/** Kafka for a relay that is cut off from it later: what it sends then has no response. */
function openCutOff({ line, overLine }: Service) {
  const unanswered: EventRecord[] = [];
  let log = overLine();
  let isCut = false;
  const eventLog: RelayLog = {
    system: 'kafka',
    probe: () => log.probe(),
    async publish(records) {
      if (!isCut) return log.publish(records);
      unanswered.push(...records);
      if (unanswered.length > records.length) return log.publish(records);
      // The first send arrives, and only its response is lost.
      await publishSurely(log as never, records);
      line.cut();
      log = overLine();
      throw new Error('no response');
    },
  };
  return {
    eventLog,
    unanswered,
    cut() {
      isCut = true;
    },
  };
}

async function isRelayRunning(db: Pool): Promise<boolean> {
  return (await db.query('select is_relay_running() as running')).rows[0].running;
}

describeNeeding(['postgres', 'kafka'], 'the leader of the relays', () => {
  test('steps down when it cannot reach Kafka: another publishes the rest in order, and each event takes effect once', async () => {
    await using service = await openService();
    const { pool, append, direct } = service;
    const committed = await service.committed();
    const cutOff = openCutOff(service);
    const rows = numbered(3, 160);
    await using first = await service.relay(cutOff.eventLog);
    await append(rows.slice(0, 40));
    await eventually(() => committed.length === 40, patient);
    expect(await first.metric('relay_leader')).toBe(1);
    await using second = await service.relay(direct);

    cutOff.cut();
    await append(rows.slice(40, 80));
    await eventually(() => first.steppedDownAt().length === 1, patient);
    await append(rows.slice(80, 120));
    await eventually(async () => (await unpublishedCount(pool)) === 0, patient);
    // What the first one sent in vain is still on its way when the second has gone on.
    await publishSurely(direct, cutOff.unanswered);
    await append(rows.slice(120));

    await eventually(() => committed.length >= rows.length, patient);
    expectCompleteAndInOrder(committed, rows);
    expect(await second.metric('relay_leader')).toBe(1);
    expect(await first.metric('relay_leader')).toBe(0);
  });

  test('shows the event log as down until it reaches it again, and leaves the lead to the other', async () => {
    await using service = await openService();
    const { line, append, direct, pool } = service;
    line.cut();
    await using first = await service.relay(service.overLine());
    await eventually(async () => expect(await first.metric('relay_leader')).toBe(1));
    await using second = await service.relay(direct);
    await append(numbered(1, 3));
    await eventually(async () => (await unpublishedCount(pool)) === 0, patient);
    const isUp = () => first.metric('dependency_up{dependency="event log"}');
    expect(await isUp()).toBe(0);

    line.restore();

    await eventually(async () => expect(await isUp()).toBe(1), patient);
    expect(await second.metric('relay_leader')).toBe(1);
    expect(await first.metric('relay_leader')).toBe(0);
  });

  test('shows the event log as down while it responds but takes no events', async () => {
    await using service = await openService();
    const refusing: RelayLog = {
      system: 'kafka',
      probe: async () => {},
      publish: () => Promise.reject(new Error('too few replicas in sync')),
    };
    await service.append(numbered(1, 1));
    await using first = await service.relay(refusing);
    await eventually(() => first.steppedDownAt().length === 1, patient);
    await using second = await service.relay(refusing);

    await eventually(() => second.steppedDownAt().length === 1, patient);

    expect(await first.metric('dependency_up{dependency="event log"}')).toBe(0);
  });

  test('leads again when it is alone, and publishes what waited once Kafka is back', async () => {
    await using service = await openService();
    const { line, append } = service;
    const committed = await service.committed();
    const rows = numbered(2, 20);
    line.cut();
    await using only = await service.relay(service.overLine());
    await append(rows);
    await eventually(() => only.steppedDownAt().length === 1, patient);

    line.restore();

    await eventually(() => committed.length >= rows.length, patient);
    expectCompleteAndInOrder(committed, rows);
    expect(await only.metric('relay_leader')).toBe(1);
  });

  test('changes no more often than every ten seconds while none can publish', async () => {
    await using service = await openService();
    const { line, append } = service;
    line.cut();
    await append(numbered(1, 1));
    await using first = await service.relay(service.overLine());
    await using second = await service.relay(service.overLine());

    await eventually(
      () => first.steppedDownAt().length * second.steppedDownAt().length > 0,
      patient,
    );

    const changes = [...first.steppedDownAt(), ...second.steppedDownAt()].toSorted();
    const pauses = changes.slice(1).map((at, index) => at - (changes[index] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(FAILING_MIN_MS);
  });

  test('is not what shows that relays run: they do between two leaders, and until they have ended', async () => {
    await using service = await openService();
    const { pool, line, append } = service;
    expect(await isRelayRunning(pool)).toBe(false);
    line.cut();
    await append(numbered(1, 1));
    const relay = await service.relay(service.overLine());
    await eventually(async () => (await relayLeaderCount(pool)) === 1);

    const seen: boolean[] = [];
    await eventually(async () => {
      const before = await relayLeaderCount(pool);
      seen.push(await isRelayRunning(pool));
      return before + (await relayLeaderCount(pool)) === 0;
    }, patient);

    expect(new Set(seen)).toEqual(new Set([true]));
    await relay[Symbol.asyncDispose]();
    await eventually(async () => expect(await isRelayRunning(pool)).toBe(false));
  });
});
