import { CommandError, usageError } from '@entrada/command-line/command-error';
import { isOutage } from '@entrada/platform/events/kafka/outage';
import { type EventLogConfig, eventLogProblems } from '@entrada/platform/events/open-event-log';
import type { Env } from '../command.ts';

/** The event log that the environment names. */
export function eventLogOf(env: Env): EventLogConfig {
  const eventLog = {
    kafkaBrokers: env.KAFKA_BROKERS,
    kafkaPrefix: env.KAFKA_PREFIX,
    eventsDatabaseUrl: env.DATABASE_URL_EVENTS,
  };
  if (eventLogProblems(eventLog).length === 0) return eventLog;
  throw usageError('Set KAFKA_BROKERS or DATABASE_URL_EVENTS, or run npm start first.');
}

export function explainOutage(error: Error): never {
  if (!isOutage(error)) throw error;
  throw new CommandError(`Kafka does not answer (${error.message}). Correct KAFKA_BROKERS.`);
}
