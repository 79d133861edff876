import { UnknownTopic } from '../unknown-topic.ts';

type KafkaError = Error & { readonly type?: string; readonly cause?: KafkaError };

const TYPE = 'UNKNOWN_TOPIC_OR_PARTITION';

/** Translates the broker's error for a missing topic into UnknownTopic; other errors are unchanged. */
export function named(error: unknown, topics: readonly string[]): unknown {
  return isUnknownTopic(error as KafkaError) ? new UnknownTopic(topics) : error;
}

function isUnknownTopic({ type, cause }: KafkaError): boolean {
  return type === TYPE || cause?.type === TYPE;
}
