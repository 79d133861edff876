import { isDatabaseAway } from '@entrada/platform/db/is-away';
import { isAway } from '@entrada/platform/errors/away';
import { isOutage } from '@entrada/platform/events/kafka/outage';

/** What follows is for clients of the API, who have a key to try again with; an operator has none. */
const ADVICE_TO_CLIENTS = ', try again';

/** The settings that say where the service and the database of a command are. */
type Settings = { readonly service?: string; readonly database?: string };

/** What went wrong, and what to do about it, for the person at the keyboard. */
export function sentenceOf(error: unknown, { service, database }: Settings): string {
  const { message, code } = error as NodeJS.ErrnoException;
  // A name with several addresses, none of which answers, fails with a code and without a message.
  const words = message || code || String(error);
  if (service && isAway(error)) {
    const [what] = words.split(ADVICE_TO_CLIENTS);
    return `${what}. ${lookAt(service)}`;
  }
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
