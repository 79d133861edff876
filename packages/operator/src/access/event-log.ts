import { CommandError, usageError } from '@entrada/command-line/command-error';
import { eventLogSettings, modeSettings } from '@entrada/platform/config/common-settings';
import { optional, readConfig } from '@entrada/platform/config/settings';
import { isOutage } from '@entrada/platform/events/kafka/outage';
import { type EventLogConfig, eventLogProblems } from '@entrada/platform/events/open-event-log';
import type { Env } from '../command.ts';

/** The event log that the environment names. */
export function eventLogOf(env: Env): EventLogConfig {
  try {
    const settings = { ...eventLogSettings, mode: optional(modeSettings.mode) };
    return readConfig(env, settings, eventLogProblems);
  } catch (error) {
    const problems = (error as Error).message;
    throw usageError(
      `${problems}\nSet KAFKA_BROKERS or DATABASE_URL_EVENTS, or run npm start first.`,
    );
  }
}

export function explainOutage(error: Error): never {
  if (!isOutage(error)) throw error;
  throw new CommandError(`Kafka does not answer (${error.message}). Correct KAFKA_BROKERS.`);
}
