import { readFileSync } from 'node:fs';
import type { Logger } from '@entrada/platform/telemetry/log';
import { Redis } from 'ioredis';

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
/** Without it, nobody would notice while no request comes that a server is frozen. */
const PING_EVERY_MS = 2_000;
/** In a row; one may be late because this process has much to do. */
const PINGS_MISSED_MAX = 2;

type Options = {
  readonly prefix: string;
  readonly log: Logger;
  /** What this process does during an outage, for the log: "caching in this process". */
  readonly meanwhile: string;
  readonly commandTimeoutMs?: number;
  /** CA bundle for a server with a private CA. */
  readonly caFile?: string | undefined;
  /** Gets whether Redis is available, whenever that changes; it is asked on a timer, too. */
  readonly onState?: (isUp: boolean) => void;
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
  const {
    prefix,
    log,
    meanwhile,
    commandTimeoutMs = COMMAND_TIMEOUT_MS,
    caFile,
    onState,
  } = options;
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
    onState?.(true);
  });

  function noteOutage(err: unknown): void {
    if (isUnavailable) return;
    isUnavailable = true;
    onState?.(false);
    log.warn({ err }, `redis is unavailable; ${meanwhile}`);
    // On a connection to a frozen server every caller would wait for the timeout. While ioredis
    // reconnects, isReady is false and nobody waits.
    redis.disconnect(true);
  }

  function noteFailure(error: unknown): void {
    // An error reply, as when its memory is full, comes from a server that is available.
    if ((error as Error).name !== 'ReplyError') noteOutage(error);
  }

  const isReady = () => !isUnavailable && redis.status === 'ready';
  let missed = 0;
  const ping = async () => {
    if (!onState || !isReady()) return;
    try {
      await redis.ping();
      missed = 0;
    } catch (error) {
      missed += 1;
      if (missed >= PINGS_MISSED_MAX) noteFailure(error);
    }
  };
  const pinging = setInterval(() => void ping(), PING_EVERY_MS).unref();

  return {
    redis,
    isReady,
    noteFailure,
    [Symbol.dispose]() {
      clearInterval(pinging);
      redis.disconnect();
    },
  };
}
