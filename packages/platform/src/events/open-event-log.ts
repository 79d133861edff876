import type { Runtime } from '../runtime/runtime.ts';
import { DURABLE, durabilityOf } from './durability.ts';
import type { EventLog } from './event-log.ts';
import {
  type KafkaConnectionConfig,
  kafkaConnectionOf,
  kafkaConnectionProblems,
} from './kafka/connection.ts';
import { openKafkaEventLog } from './kafka-event-log.ts';
import { openPostgresEventLog } from './postgres-event-log.ts';
import { prefixed } from './prefixed.ts';

export type EventLogConfig = KafkaConnectionConfig & {
  readonly eventsDatabaseUrl?: string | undefined;
  readonly kafkaPrefix?: string | undefined;
  /** Settings of the topics; the defaults are those that live mode requires. */
  readonly kafkaReplicationFactor?: number | undefined;
  readonly kafkaMinInsyncReplicas?: number | undefined;
  readonly mode?: 'live' | 'test' | undefined;
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
