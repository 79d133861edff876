import type { Runtime } from '../runtime/runtime.ts';
import type { EventLog } from './event-log.ts';
import {
  type KafkaConnectionConfig,
  kafkaConnectionOf,
  kafkaConnectionProblems,
} from './kafka/client.ts';
import { openKafkaEventLog } from './kafka/log.ts';
import { openPostgresEventLog } from './postgres/log.ts';

export type EventLogConfig = KafkaConnectionConfig & {
  readonly eventsDatabaseUrl?: string | undefined;
  readonly kafkaPrefix?: string | undefined;
  /** Settings of the topics; the defaults are those that live mode requires. */
  readonly kafkaReplicationFactor?: number | undefined;
  readonly kafkaMinInsyncReplicas?: number | undefined;
};

/** For `readConfig`: checks that an event log is configured. */
export function eventLogProblems(config: EventLogConfig): string[] {
  const { kafkaBrokers, eventsDatabaseUrl } = config;
  if (!kafkaBrokers && !eventsDatabaseUrl) {
    return [
      'KAFKA_BROKERS or DATABASE_URL_EVENTS is required: where events are published and read',
    ];
  }
  return kafkaBrokers ? [...kafkaConnectionProblems(config), ...durabilityProblems(config)] : [];
}

function durabilityProblems(config: EventLogConfig): string[] {
  const { replicationFactor, minInsyncReplicas } = durabilityOf(config);
  if (minInsyncReplicas > replicationFactor) {
    return ['KAFKA_MIN_INSYNC_REPLICAS must not be above KAFKA_REPLICATION_FACTOR'];
  }
  if (config.mode !== 'live') return [];
  const least: readonly [string, number, number][] = [
    ['KAFKA_REPLICATION_FACTOR', replicationFactor, DURABLE.replicationFactor],
    ['KAFKA_MIN_INSYNC_REPLICAS', minInsyncReplicas, DURABLE.minInsyncReplicas],
  ];
  return least.flatMap(([name, value, min]) =>
    value < min
      ? [
          `${name} must be at least ${min} in live mode: records must survive the loss of one broker`,
        ]
      : [],
  );
}

/** Kafka when brokers are configured, else the event log in Postgres. */
export function openEventLog(config: EventLogConfig, runtime: Runtime, clientId: string): EventLog {
  const { kafkaBrokers, kafkaPrefix: prefix = '', eventsDatabaseUrl: url } = config;
  if (kafkaBrokers) {
    const connection = kafkaConnectionOf(config);
    return prefixed(openKafkaEventLog({ connection, clientId, runtime, prefix }), prefix);
  }
  if (url) return openPostgresEventLog({ url, runtime });
  throw new Error(eventLogProblems(config).join());
}

/** How many brokers hold each record, and how many must have it before a publish succeeds. */
export type Durability = { readonly replicationFactor: number; readonly minInsyncReplicas: number };

/** Survives the loss of one broker; a live deployment may set more, not less. */
const DURABLE: Durability = { replicationFactor: 3, minInsyncReplicas: 2 };

export function durabilityOf(config: EventLogConfig): Durability {
  return {
    replicationFactor: config.kafkaReplicationFactor ?? DURABLE.replicationFactor,
    minInsyncReplicas: config.kafkaMinInsyncReplicas ?? DURABLE.minInsyncReplicas,
  };
}

/** Separates installations that share a Kafka: topics and groups get the prefix. */
function prefixed(log: EventLog, prefix: string): EventLog {
  const withPrefix = (name: string) => prefix + name;
  const withoutTopicPrefix = <T extends { readonly topic: string }>(of: T): T => ({
    ...of,
    topic: of.topic.slice(prefix.length),
  });
  return {
    system: log.system,
    publish: (records) =>
      log.publish(records.map((record) => ({ ...record, topic: withPrefix(record.topic) }))),
    probe: () => log.probe(),
    subscribe: ({ group, topics, setBack, ...options }, onBatch) =>
      log.subscribe(
        {
          ...options,
          group: withPrefix(group),
          topics: topics.map(withPrefix),
          ...(setBack && {
            setBack: async (positions) =>
              (await setBack(positions.map(withoutTopicPrefix))).map((position) => ({
                ...position,
                topic: withPrefix(position.topic),
              })),
          }),
        },
        (records) => onBatch(records.map(withoutTopicPrefix)),
      ),
    [Symbol.asyncDispose]: () => log[Symbol.asyncDispose](),
  };
}
