import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Kafka, type LogEntry, logLevel } from 'kafkajs';
import type { Logger } from '../../telemetry/log.ts';
import { atMost } from '../../time/backoff.ts';
import type { KafkaConnection } from './connection.ts';
import { patchRequestQueueTimer } from './request-queue-timer.ts';

type Options = {
  readonly connection: KafkaConnection;
  readonly clientId: string;
  readonly log: Logger;
};

const CONNECT_MAX_MS = 3_000;
const REQUEST_MAX_MS = 10_000;
const DISCONNECT_MAX_MS = 4_000;
const SOCKET_LISTENERS_MAX = 100;
const RETRY = { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3 } as const;

export type KafkaClient = {
  readonly kafka: Kafka;
  /** Closes its connections, even if kafkajs still waits for responses on them. */
  drop(): void;
};

export function openKafkaClient({ connection, clientId, log }: Options): KafkaClient {
  const { brokers, tls, sasl } = connection;
  patchRequestQueueTimer();
  const sockets = new Set<Socket>();
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECT_MAX_MS,
    requestTimeout: REQUEST_MAX_MS,
    enforceRequestTimeout: true,
    retry: RETRY,
    ssl: tls !== null,
    ...(sasl && { sasl }),
    // kafkajs leaves Nagle's algorithm on, which may delay a small request by 40 ms.
    socketFactory: ({ host, port, onConnect }) => {
      const socket = connectTo({ host, port, tls, onConnect });
      sockets.add(socket);
      // kafkajs may write for every partition before the socket is open; each write adds a listener.
      socket.setMaxListeners(SOCKET_LISTENERS_MAX);
      socket.on('error', () => {});
      return socket.once('close', () => sockets.delete(socket));
    },
    logLevel: logLevel.WARN,
    logCreator: () => (entry) => writeTo(log, entry),
  });
  return {
    kafka,
    drop() {
      // kafkajs notices a socket error, but not a socket that is only closed.
      for (const socket of sockets) socket.destroy(new Error('connection dropped'));
    },
  };
}

type Wanted = Pick<KafkaConnection, 'tls'> & {
  readonly host: string;
  readonly port: number;
  readonly onConnect: () => void;
};

function connectTo({ host, port, tls, onConnect }: Wanted): Socket {
  const socket = connect(
    { host, port, noDelay: true, keepAlive: true },
    tls ? undefined : onConnect,
  );
  if (!tls) return socket;
  const servername = isIP(host) ? {} : { servername: host };
  return connectTls({ socket, host, ...servername, ...tls() }, onConnect);
}

/** Bounded: `disconnect` of kafkajs waits without end for a handler or request that never ends. */
export async function disconnected(
  { disconnect }: { disconnect(): Promise<void> },
  client: KafkaClient,
): Promise<boolean> {
  const graceful = disconnect().catch(() => {});
  const done = await atMost(DISCONNECT_MAX_MS, graceful);
  client.drop();
  return done;
}

/** kafkajs logs many times a second during an outage; our own warning is logged once. */
function writeTo(log: Logger, { namespace, log: { message, ...details } }: LogEntry): void {
  log.debug({ kafka: namespace, error: details.error, groupId: details.groupId }, message);
}
