import type { ICustomPartitioner, Kafka, Producer, TopicMessages } from 'kafkajs';
import type { Runtime } from '../../runtime/runtime.ts';
import { atMost } from '../../time/backoff.ts';
import { type EventLog, type EventRecord, UnknownTopic } from '../event-log.ts';
import {
  asAdmin,
  checkTopics,
  disconnected,
  type KafkaClient,
  type KafkaConnection,
  named,
  openKafkaClient,
  warnOfOutage,
} from './client.ts';
import { startSubscription } from './subscribe.ts';

type Options = {
  readonly connection: KafkaConnection;
  readonly clientId: string;
  readonly runtime: Runtime;
  /** What topics and groups begin with; metrics leave it out. */
  readonly prefix?: string;
};

export function openKafkaEventLog({
  connection,
  clientId,
  runtime,
  prefix = '',
}: Options): EventLog {
  const connect = () => openKafkaClient({ connection, clientId, log: runtime.log });
  const resources = new AsyncDisposableStack();
  const { publish } = resources.use(openPublisher(connect));
  return {
    system: 'kafka',
    publish,
    async probe() {
      await asAdmin(connect, (admin) => admin.describeCluster());
    },
    async subscribe(options, onBatch) {
      const { group, topics } = options;
      await checkTopics(connect, topics).catch((err) => {
        if (err instanceof UnknownTopic) throw err;
        warnOfOutage(runtime, { err, group });
      });
      return resources.use(startSubscription({ ...options, connect, runtime, prefix }, onBatch));
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

const ACKS_ALL_REPLICAS = -1;
const REPLICATE_MAX_MS = 5_000;
const SEND_MAX_MS = 20_000;
/** A send without a response by then is repeated by the next relay. */
const STOP_MAX_MS = 3_000;

type Publisher = AsyncDisposable & {
  publish(records: readonly EventRecord[]): Promise<void>;
};

type Connection = { readonly client: KafkaClient; readonly producer: Producer };

function openPublisher(connect: () => KafkaClient): Publisher {
  let current: Connection | undefined;
  let lastSend: Promise<void> = Promise.resolve();

  async function send(records: readonly EventRecord[]): Promise<void> {
    const connection = current ?? newConnection(connect());
    current = connection;
    const topicMessages = byTopic(records);
    try {
      const sent = sendOn(connection.producer, topicMessages);
      if (!(await atMost(SEND_MAX_MS, sent)))
        throw new Error(`no response from Kafka within ${SEND_MAX_MS} ms`);
    } catch (error) {
      // Not used again after a failure: its state may not match what was written.
      current = undefined;
      void disconnected(connection.producer, connection.client);
      throw named(
        error,
        topicMessages.map(({ topic }) => topic),
      );
    }
  }

  return {
    // One send at a time: a second could overtake the first when that one fails.
    publish(records) {
      const sent = lastSend.then(() => send(records));
      lastSend = sent.catch(() => {});
      return sent;
    },
    async [Symbol.asyncDispose]() {
      await atMost(STOP_MAX_MS, lastSend);
      if (current) await disconnected(current.producer, current.client);
    },
  };
}

function newConnection(client: KafkaClient): Connection {
  return { client, producer: newProducer(client.kafka) };
}

function newProducer(kafka: Kafka): Producer {
  return kafka.producer({
    allowAutoTopicCreation: false,
    createPartitioner: partitionByKey,
    // The idempotent producer of kafkajs resets its sequence on an error, after which another record
    // can be acknowledged and never written. Without it a repeat is at worst written twice, which
    // consumers ignore. No transactions, for the same reason.
    idempotent: false,
    maxInFlightRequests: 1,
    // kafkajs tracks which brokers answered, not which partitions: if a leader moved, its retry
    // omits records and reports success. The caller publishes all of them again instead.
    retry: { retries: 0 },
  });
}

async function sendOn(producer: Producer, topicMessages: TopicMessages[]): Promise<void> {
  await producer.connect();
  await producer.sendBatch({ acks: ACKS_ALL_REPLICAS, timeout: REPLICATE_MAX_MS, topicMessages });
}

function byTopic(records: readonly EventRecord[]): TopicMessages[] {
  const topics = new Map<string, TopicMessages>();
  for (const { topic, key, value, headers } of records) {
    const entry = topics.get(topic) ?? { topic, messages: [] };
    entry.messages.push({ key, value, headers: { ...headers } });
    topics.set(topic, entry);
  }
  return [...topics.values()];
}

const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;
const MIX_SHIFT = 24;
const POSITIVE = 0x7fffffff;

/**
 * Chooses the same partition for a key as Kafka's own clients. kafkajs chooses the same, but its
 * 64-bit arithmetic took longer than the rest of sending a record. Must not change: existing keys
 * would move to other partitions, and their records could overtake earlier ones.
 */
export const partitionByKey: ICustomPartitioner =
  () =>
  ({ partitionMetadata, message }) => {
    const key = Buffer.from(message.key ?? '');
    return (murmur2(key) & POSITIVE) % partitionMetadata.length;
  };

function murmur2(data: Buffer): number {
  const tail = data.length & ~3;
  let hash = SEED ^ data.length;
  for (let at = 0; at < tail; at += 4) {
    const mixed = Math.imul(data.readInt32LE(at), MULTIPLIER);
    hash = Math.imul(hash, MULTIPLIER) ^ Math.imul(mixed ^ (mixed >>> MIX_SHIFT), MULTIPLIER);
  }
  if (tail < data.length) {
    for (let at = tail; at < data.length; at += 1) hash ^= (data[at] ?? 0) << (8 * (at - tail));
    hash = Math.imul(hash, MULTIPLIER);
  }
  hash = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return hash ^ (hash >>> 15);
}
