import type { Kafka, Producer, TopicMessages } from 'kafkajs';
import { atMost } from '../../time/backoff.ts';
import type { EventRecord } from '../event-log.ts';
import { disconnected, type KafkaClient } from './client.ts';
import { partitionByKey } from './partition-by-key.ts';
import { named } from './unknown-topic.ts';

const ACKS_ALL_REPLICAS = -1;
const REPLICATE_MAX_MS = 5_000;
const SEND_MAX_MS = 20_000;
/** A send without a response by then is repeated by the next relay. */
const STOP_MAX_MS = 3_000;

export type Publisher = AsyncDisposable & {
  publish(records: readonly EventRecord[]): Promise<void>;
};

type Connection = { readonly client: KafkaClient; readonly producer: Producer };

export function openPublisher(connect: () => KafkaClient): Publisher {
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
