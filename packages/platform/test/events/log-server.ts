import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { TestServer } from '../../../launcher/src/provision/test-server.ts';
import { createTopics } from '../../src/events/admin.ts';
import type {
  EventLog,
  EventRecord,
  OnBatch,
  ReceivedRecord,
  SubscribeOptions,
} from '../../src/events/event-log.ts';
import { type EventLogConfig, openEventLog } from '../../src/events/open-event-log.ts';
import type { Runtime } from '../../src/runtime/runtime.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { testRuntime } from '../../src/testing/test-runtime.ts';
import { startChild } from '../support/child.ts';

/** The server behind an event log, for the suite alone: it is killed and brought back. */
export type LogServer = AsyncDisposable &
  Pick<TestServer, 'stop' | 'kill' | 'restart'> & {
    readonly config: EventLogConfig;
    /** The consumers' own database; Kafka needs none. */
    readonly consumerUrl: string;
    /** Within this time another process of a group takes over from one that was killed or is frozen. */
    readonly takeoverMaxMs: number;
  };

const PARTITIONS = 12;
/** A broker that was killed is back and has its groups again within this time. */
export const RECOVERY_MAX_MS = 120_000;

export type RecordSink = AsyncDisposable & {
  readonly records: ReceivedRecord[];
  readonly batchSizes: number[];
  /** Values in the order in which they first came. */
  values(): string[];
};

type ReceiveOptions = Pick<SubscribeOptions, 'setBack' | 'beforeOffsets'> & {
  readonly into?: ReceivedRecord[];
};

/** What one test opens on the server; all of it is closed at the end of the test. */
export async function openLogs(server: Pick<LogServer, 'config' | 'consumerUrl'>) {
  const stack = new AsyncDisposableStack();
  const topic = `topic-${randomUUID()}`;
  await createTopics(server.config, { topics: [topic], partitions: PARTITIONS });

  function open(runtime: Runtime = testRuntime()): EventLog {
    return stack.use(openEventLog(server.config, runtime, 'conformance'));
  }

  async function receive(
    group: string,
    onBatch: OnBatch = async () => {},
    { into = [] as ReceivedRecord[], ...hooks }: ReceiveOptions = {},
  ): Promise<RecordSink> {
    const batchSizes: number[] = [];
    const options = { group, topics: [topic], databaseUrl: server.consumerUrl, ...hooks };
    const subscription = await open().subscribe(options, async (records) => {
      batchSizes.push(records.length);
      await onBatch(records);
      into.push(...records);
    });
    return stack.use({
      records: into,
      batchSizes,
      values: () => [...new Set(into.map(({ value }) => value.toString()))],
      [Symbol.asyncDispose]: () => subscription[Symbol.asyncDispose](),
    });
  }

  const record = (key: string, value: string): EventRecord => ({
    topic,
    key,
    value: Buffer.from(value),
    headers: { 'event-id': randomUUID(), origin: value },
  });

  const records = (rows: ReturnType<typeof numbered>) =>
    rows.map(({ key, value }) => record(key, value));

  /** A program of this folder that reads the topic, once it is ready. */
  async function startReader(program: string, group: string, more: NodeJS.ProcessEnv = {}) {
    const { kafkaBrokers = '', eventsDatabaseUrl = '' } = server.config;
    const env = { KAFKA: kafkaBrokers, EVENTS: eventsDatabaseUrl, CONSUMER: server.consumerUrl };
    const child = startChild(join(import.meta.dirname, program), {
      env: { ...env, GROUP: group, TOPIC: topic, ...more },
    });
    await stack.use(child).logged('ready');
    return child;
  }

  return {
    topic,
    open,
    receive,
    record,
    records,
    startReader,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

export function newGroup(): string {
  return `group-${randomUUID()}`;
}

/** As the relay does: the same record again until it is accepted, and only then the next. */
export async function publishInOrder(
  log: EventLog,
  records: readonly EventRecord[],
): Promise<void> {
  for (const record of records) await publishSurely(log, [record]);
}

/** A busy machine may cost a broker its leadership for a moment: then the same records again. */
export async function publishSurely(log: EventLog, records: readonly EventRecord[]): Promise<void> {
  await eventually(() => log.publish(records), { timeoutMs: RECOVERY_MAX_MS });
}

/** `key:number` values, the numbers of all keys growing together. */
export function numbered(keys: number, count: number): { key: string; value: string }[] {
  return Array.from({ length: count }, (_, i) => {
    const key = `key${i % keys}`;
    return { key, value: `${key}:${i}` };
  });
}

/** Every value came, and those of each key first came in the order in which they were published. */
export function expectCompleteAndInOrder(
  values: readonly string[],
  published: readonly { readonly key: string; readonly value: string }[],
): void {
  expect(values.toSorted()).toEqual(published.map(({ value }) => value).toSorted());
  for (const key of new Set(published.map((record) => record.key))) {
    const ofKey = (value: string) => value.startsWith(`${key}:`);
    expect(values.filter(ofKey)).toEqual(published.map(({ value }) => value).filter(ofKey));
  }
}
