import type { Runtime } from '../runtime/runtime.ts';
import type { EventLog } from './event-log.ts';
import { openKafkaEventLog } from './kafka-event-log.ts';
import { openPostgresEventLog } from './postgres-event-log.ts';
import { prefixed } from './prefixed.ts';

export type EventLogConfig = {
  readonly kafkaBrokers?: string | undefined;
  readonly eventsDatabaseUrl?: string | undefined;
  readonly kafkaPrefix?: string | undefined;
};

/** For `readConfig`: there must be a log to write to. */
export function eventLogProblems({ kafkaBrokers, eventsDatabaseUrl }: EventLogConfig): string[] {
  if (kafkaBrokers || eventsDatabaseUrl) return [];
  return ['KAFKA_BROKERS or DATABASE_URL_EVENTS is required: where events are published and read'];
}

/** Kafka when brokers are named, else the event log in Postgres. */
export function openEventLog(config: EventLogConfig, runtime: Runtime, clientId: string): EventLog {
  const { kafkaBrokers, kafkaPrefix, eventsDatabaseUrl: url } = config;
  if (kafkaBrokers) {
    const log = openKafkaEventLog({ brokers: listed(kafkaBrokers), clientId, runtime });
    return kafkaPrefix ? prefixed(log, kafkaPrefix) : log;
  }
  if (url) return openPostgresEventLog({ url, runtime });
  throw new Error(eventLogProblems(config).join());
}

/** `KAFKA_BROKERS` one by one. */
export function listed(brokers: string): string[] {
  return brokers
    .split(',')
    .map((broker) => broker.trim())
    .filter((broker) => broker !== '');
}
