import type { Runtime } from '../../runtime/runtime.ts';

type KafkaError = Error & {
  readonly type?: string;
  readonly cause?: KafkaError;
  readonly originalError?: KafkaError;
};

const NAMES = new Set([
  'KafkaJSConnectionError',
  'KafkaJSConnectionClosedError',
  'KafkaJSRequestTimeoutError',
  'KafkaJSBrokerNotFound',
  'KafkaJSGroupCoordinatorNotFound',
  'KafkaJSNoBrokerAvailableError',
]);

const TYPES = new Set([
  'BROKER_NOT_AVAILABLE',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
  'LEADER_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
  'NOT_LEADER_FOR_PARTITION',
  'REQUEST_TIMED_OUT',
]);

const CAUSES_MAX = 5;

/** Warns of an outage, which may be a wrong setting. */
export function warnOfOutage({ log }: Pick<Runtime, 'log'>, details: object): void {
  const advice =
    'if Kafka runs, check KAFKA_BROKERS, its TLS and login settings, and the network policies on the way';
  log.warn({ ...details, advice }, 'no Kafka broker reachable, retrying');
}

/** The brokers are unavailable or not ready yet: waiting helps, restarting the process does not. */
export function isOutage(error: unknown): boolean {
  let cause = error as KafkaError | undefined;
  for (let depth = 0; cause && depth < CAUSES_MAX; depth += 1) {
    if (NAMES.has(cause.name) || TYPES.has(cause.type ?? '')) return true;
    cause = cause.cause ?? cause.originalError;
  }
  return false;
}
