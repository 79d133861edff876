import { connect } from 'node:net';
import { Kafka, type LogEntry, logLevel } from 'kafkajs';
import type { Logger } from '../../telemetry/log.ts';
import { mendRequestQueueTimer } from './request-queue-timer.ts';

type Options = {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly log: Logger;
};

const CONNECT_MAX_MS = 3_000;
const REQUEST_MAX_MS = 10_000;
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 } as const;

export function openKafkaClient({ brokers, clientId, log }: Options): Kafka {
  mendRequestQueueTimer();
  return new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECT_MAX_MS,
    requestTimeout: REQUEST_MAX_MS,
    enforceRequestTimeout: true,
    retry: RETRY,
    // kafkajs leaves Nagle's algorithm on, which may hold a small request back for 40 ms.
    socketFactory: ({ host, port, onConnect }) =>
      connect({ host, port, noDelay: true, keepAlive: true }, onConnect),
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => writeTo(log, entry),
  });
}

/** kafkajs repeats itself many times a second in an outage; we say once what it means for us. */
function writeTo(log: Logger, { namespace, log: { message, ...details } }: LogEntry): void {
  log.debug({ kafka: namespace, error: details.error, groupId: details.groupId }, message);
}
