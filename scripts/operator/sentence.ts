import { isDatabaseAway } from '@entrada/platform/db/is-away';
import { isUnavailable } from '@entrada/platform/errors/unavailable';
import { isOutage } from '@entrada/platform/events/kafka/outage';

/** The settings that say where the service and the database of a command are. */
type Settings = { readonly service?: string; readonly database?: string };

/** What went wrong, and what to do about it, for the person at the keyboard. */
export function sentenceOf(error: unknown, { service, database }: Settings): string {
  const { message, code } = error as NodeJS.ErrnoException;
  // A name with several addresses, none of which answers, fails with a code and without a message.
  const words = message || code || String(error);
  if (service && isUnavailable(error)) return `${words}. ${lookAt(service)}`;
  if (database && isDatabaseAway(error)) {
    return `The database does not answer (${words}). ${lookAt(database)}`;
  }
  if (database && code === 'ERR_INVALID_URL') {
    return `Correct ${database}: it must be like postgres://user:password@host:5432/name.`;
  }
  if (isOutage(error)) return `Kafka does not answer (${words}). Correct KAFKA_BROKERS.`;
  return words;
}

export function lookAt(setting: string): string {
  return `Check that npm start is running, or correct ${setting}.`;
}
