import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import type { Logger } from '../telemetry/log.ts';

/** With its defaults ioredis blocks callers for 20 to 70 s when Redis freezes. */
const LIMITS = {
  connectTimeout: 500,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  // A frozen peer never closes its side; after this the connection is destroyed.
  disconnectTimeout: 50,
} as const;
const COMMAND_TIMEOUT_MS = 50;
const RECONNECT_AFTER_MAX_MS = 1_000;
const RECONNECT_STEP_MS = 50;

type Options = {
  readonly prefix: string;
  readonly log: Logger;
  /** What this process does during an outage, for the log: "caching in this process". */
  readonly meanwhile: string;
  readonly commandTimeoutMs?: number;
  /** CA bundle for a server with a private CA. */
  readonly caFile?: string | undefined;
};

export type RedisConnection = Disposable & {
  readonly redis: Redis;
  /** False at once during an outage, so that callers do not wait for a timeout. */
  isReady(): boolean;
  /** To be called with the error of each failed command, so that the next one need not time out too. */
  noteFailure(error: unknown): void;
};

/** A Redis connection on which no command takes longer than the command timeout, however it fails. */
export function openRedis(url: string, options: Options): RedisConnection {
  const { prefix, log, meanwhile, commandTimeoutMs = COMMAND_TIMEOUT_MS, caFile } = options;
  const redis = new Redis(url, {
    ...LIMITS,
    commandTimeout: commandTimeoutMs,
    keyPrefix: prefix,
    ...(caFile && { tls: { ca: readFileSync(caFile) } }),
    retryStrategy: (attempts) => Math.min(attempts * RECONNECT_STEP_MS, RECONNECT_AFTER_MAX_MS),
  });
  let isUnavailable = false;
  // Without a listener ioredis prints every failed reconnection; one line per outage is enough.
  redis.on('error', noteOutage);
  redis.on('ready', () => {
    if (isUnavailable) log.info('redis is available again');
    isUnavailable = false;
  });

  function noteOutage(err: unknown): void {
    if (isUnavailable) return;
    isUnavailable = true;
    log.warn({ err }, `redis is unavailable; ${meanwhile}`);
    // On a connection to a frozen server every caller would wait for the timeout. While ioredis
    // reconnects, isReady is false and nobody waits.
    redis.disconnect(true);
  }

  return {
    redis,
    isReady: () => !isUnavailable && redis.status === 'ready',
    noteFailure(error) {
      // An error reply, as when its memory is full, comes from a server that is available.
      if ((error as Error).name !== 'ReplyError') noteOutage(error);
    },
    [Symbol.dispose]: () => redis.disconnect(),
  };
}
