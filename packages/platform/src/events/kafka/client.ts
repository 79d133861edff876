import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect, isIP, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { connect as connectTls } from 'node:tls';
import { type Admin, Kafka, type LogEntry, logLevel, type SASLOptions } from 'kafkajs';
import { z } from 'zod';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Logger } from '../../telemetry/log.ts';
import { atMost, openBackoff, pause } from '../../time/backoff.ts';
import { UnknownTopic } from '../event-log.ts';

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

type SocketOptions = Pick<KafkaConnection, 'tls'> & {
  readonly host: string;
  readonly port: number;
  readonly onConnect: () => void;
};

function connectTo({ host, port, tls, onConnect }: SocketOptions): Socket {
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

/** The part of the settings that says how brokers are reached; see `kafkaSettings`. */
export type KafkaConnectionConfig = {
  readonly mode?: 'live' | 'test' | undefined;
  readonly kafkaBrokers?: string | undefined;
  readonly kafkaTls?: 'true' | 'false' | undefined;
  readonly kafkaCaFile?: string | undefined;
  readonly kafkaCertFile?: string | undefined;
  readonly kafkaKeyFile?: string | undefined;
  readonly kafkaSaslMechanism?: SaslMechanism | undefined;
  readonly kafkaSaslUsername?: string | undefined;
  readonly kafkaSaslPassword?: string | undefined;
  readonly kafkaSaslTokenUrl?: string | undefined;
};

export const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'] as const;
type SaslMechanism = (typeof SASL_MECHANISMS)[number];

type TlsFiles = {
  readonly ca?: Buffer | undefined;
  readonly cert?: Buffer | undefined;
  readonly key?: Buffer | undefined;
};

export type KafkaConnection = {
  readonly brokers: readonly string[];
  /** Read again for each connection, so that renewed certificates need no restart. Null: no TLS. */
  readonly tls: (() => TlsFiles) | null;
  readonly sasl: SASLOptions | null;
};

export function kafkaConnectionOf(config: KafkaConnectionConfig): KafkaConnection {
  const read = (file: string | undefined) => (file ? readFileSync(file) : undefined);
  return {
    brokers: listed(config.kafkaBrokers ?? ''),
    tls:
      config.kafkaTls === 'true'
        ? () => ({
            ca: read(config.kafkaCaFile),
            cert: read(config.kafkaCertFile),
            key: read(config.kafkaKeyFile),
          })
        : null,
    sasl: saslOf(config),
  };
}

function saslOf(config: KafkaConnectionConfig): SASLOptions | null {
  const { kafkaSaslMechanism: mechanism } = config;
  if (!mechanism) return null;
  const { kafkaSaslUsername: username = '', kafkaSaslPassword: password = '' } = config;
  if (mechanism !== 'oauthbearer') return { mechanism, username, password };
  const { kafkaSaslTokenUrl: tokenUrl = '' } = config;
  const oauthBearerProvider = openTokens({ tokenUrl, clientId: username, clientSecret: password });
  return { mechanism, oauthBearerProvider };
}

/** The entries of `KAFKA_BROKERS`. */
function listed(brokers: string): string[] {
  return brokers
    .split(',')
    .map((broker) => broker.trim())
    .filter((broker) => broker !== '');
}

/** For `readConfig`. In live mode what goes to the brokers can neither be read nor changed on its way. */
export function kafkaConnectionProblems(config: KafkaConnectionConfig): string[] {
  const { kafkaTls, kafkaCertFile, kafkaKeyFile, kafkaSaslMechanism } = config;
  const hasLogin = Boolean(config.kafkaSaslUsername && config.kafkaSaslPassword);
  const hasCertificate = Boolean(kafkaCertFile && kafkaKeyFile);
  return [
    ...(Boolean(kafkaCertFile) === Boolean(kafkaKeyFile)
      ? []
      : ['KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE are required together']),
    ...(kafkaSaslMechanism && !hasLogin
      ? ['KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD are required with KAFKA_SASL_MECHANISM']
      : []),
    ...tokenProblems(config),
    ...(config.mode === 'live' && kafkaTls !== 'true'
      ? ['KAFKA_TLS must be true in live mode']
      : []),
    ...(config.mode === 'live' && !kafkaSaslMechanism && !hasCertificate
      ? [
          'KAFKA_SASL_MECHANISM, or KAFKA_TLS_CERT_FILE and KAFKA_TLS_KEY_FILE, is required in live mode: brokers must know the service',
        ]
      : []),
  ];
}

function tokenProblems({
  mode,
  kafkaSaslMechanism,
  kafkaSaslTokenUrl,
}: KafkaConnectionConfig): string[] {
  if (kafkaSaslMechanism !== 'oauthbearer') return [];
  const url = URL.parse(kafkaSaslTokenUrl ?? '');
  if (!url) return ['KAFKA_SASL_TOKEN_URL must be a URL with KAFKA_SASL_MECHANISM=oauthbearer'];
  return mode === 'live' && url.protocol !== 'https:'
    ? ['KAFKA_SASL_TOKEN_URL must be https in live mode']
    : [];
}

const TOKEN_MAX_MS = 5_000;
/** A token is not used in the last part of its life: a broker's clock may be ahead of ours. */
const USED_FOR = 0.8;
const ANSWER_BYTES_MAX = 65_536;

const ANSWER = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

type TokenLogin = {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** Tokens by the client credentials grant (RFC 6749, 4.4); connections that need one at the same time share a request. */
export function openTokens(login: TokenLogin): () => Promise<{ readonly value: string }> {
  let current: { readonly value: string; readonly until: number } | undefined;
  let asking: Promise<{ readonly value: string }> | undefined;

  async function ask(): Promise<{ readonly value: string }> {
    const askedAt = performance.now();
    const { access_token: value, expires_in: seconds } = await fetchToken(login);
    current = { value, until: askedAt + seconds * 1_000 * USED_FOR };
    return { value };
  }

  return async () => {
    if (current && performance.now() < current.until) return { value: current.value };
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}

const SERVER_ERROR = 500;

/** As with a broker that does not answer, waiting helps. */
class TokenServerUnavailable extends Error {
  override readonly name = 'TokenServerUnavailable';
}

/** Says nothing of what was sent or received: both are secrets. */
async function fetchToken({ tokenUrl, clientId, clientSecret }: TokenLogin) {
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const asked = fetch(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    redirect: 'error',
    signal: AbortSignal.timeout(TOKEN_MAX_MS),
  }).then(async (response) => ({ response, text: await response.text() }));
  const { response, text } = await asked.catch((cause) => {
    throw new TokenServerUnavailable('KAFKA_SASL_TOKEN_URL cannot be reached', { cause });
  });
  if (!response.ok) {
    const Failure = response.status >= SERVER_ERROR ? TokenServerUnavailable : Error;
    throw new Failure(`KAFKA_SASL_TOKEN_URL answered with status ${response.status}`);
  }
  const answer = ANSWER.safeParse(text.length > ANSWER_BYTES_MAX ? null : parsed(text));
  if (!answer.success) throw new Error('KAFKA_SASL_TOKEN_URL answered without a token');
  return answer.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type RequestQueue = { pending: readonly unknown[]; scheduleCheckPendingRequests(): void };

const REQUEST_QUEUE = 'kafkajs/src/network/requestQueue/index.js';
const PATCHED = Symbol.for('entrada kafkajs request queue timer');

/**
 * kafkajs 2.2.4 re-arms a timer for its queue of waiting requests even when none waits, with the
 * time since 1970 as a negative delay: each connection wakes a thousand times a second, and
 * Node >= 24 prints a TimeoutNegativeWarning for each. An empty queue needs no timer: the next
 * request is sent, or queued and the timer armed, when it is made.
 */
function patchRequestQueueTimer(): void {
  const { prototype } = createRequire(import.meta.url)(REQUEST_QUEUE) as {
    prototype: RequestQueue & { [PATCHED]?: true };
  };
  if (prototype[PATCHED]) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
  prototype[PATCHED] = true;
}

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
  'TokenServerUnavailable',
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

const PROBE_RETRY = { firstMs: 100, maxMs: 3_000 } as const;

type Connect = () => KafkaClient;

/** Waits until a broker responds or `stop` is aborted. */
export async function brokerReachable(connect: Connect, stop: AbortSignal): Promise<void> {
  const backoff = openBackoff(PROBE_RETRY);
  while (!stop.aborted) {
    try {
      await asAdmin(connect, (admin) => admin.describeCluster());
      return;
    } catch {
      await pause(backoff.nextMs(), stop);
    }
  }
}

/** Throws when a topic was never created. */
export async function checkTopics(connect: Connect, topics: readonly string[]): Promise<void> {
  try {
    await asAdmin(connect, (admin) => admin.fetchTopicMetadata({ topics: [...topics] }));
  } catch (error) {
    throw named(error, topics);
  }
}

export async function asAdmin<T>(connect: Connect, ask: (admin: Admin) => Promise<T>): Promise<T> {
  const client = connect();
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    return await ask(admin);
  } finally {
    await disconnected(admin, client);
  }
}

const TYPE = 'UNKNOWN_TOPIC_OR_PARTITION';

/** Translates the broker's error for a missing topic into UnknownTopic; other errors are unchanged. */
export function named(error: unknown, topics: readonly string[]): unknown {
  return isUnknownTopic(error as KafkaError) ? new UnknownTopic(topics) : error;
}

function isUnknownTopic({ type, cause }: KafkaError): boolean {
  return type === TYPE || cause?.type === TYPE;
}
