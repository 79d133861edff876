import { Redis } from 'ioredis';
import type { Logger } from '../telemetry/log.ts';
import type { Cache } from './cache.ts';
import { openMemoryCache } from './memory-cache.ts';

/** ioredis by its own defaults holds callers for 20 to 70 s when Redis freezes. */
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
  readonly commandTimeoutMs?: number;
};

/** Shared by all replicas; while Redis is away, each remembers for itself. */
export function openRedisCache(
  url: string,
  { prefix, log, commandTimeoutMs = COMMAND_TIMEOUT_MS }: Options,
): Cache {
  const redis = new Redis(url, {
    ...LIMITS,
    commandTimeout: commandTimeoutMs,
    keyPrefix: prefix,
    retryStrategy: (tries) => Math.min(tries * RECONNECT_STEP_MS, RECONNECT_AFTER_MAX_MS),
  });
  const alone = openMemoryCache();
  let isAway = false;
  // Without a listener ioredis prints every failed reconnection; one line an outage is enough.
  redis.on('error', noteAway);
  redis.on('ready', () => {
    if (isAway) log.info('redis is back');
    isAway = false;
  });

  function noteAway(err: unknown): void {
    if (isAway) return;
    isAway = true;
    log.warn({ err }, 'redis is away; caching in this process');
    // A frozen server would cost every caller the whole timeout; a connection that has to be made
    // anew costs none of them anything until Redis answers on it.
    redis.disconnect(true);
  }

  async function tryRedis<T>(ask: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    if (isAway || redis.status !== 'ready') return otherwise();
    try {
      return await ask();
    } catch (error) {
      // A refusal, as when its memory is full, comes from a server that is there.
      if ((error as Error).name !== 'ReplyError') noteAway(error);
      return otherwise();
    }
  }

  return {
    get: (key) =>
      tryRedis(
        async () => (await redis.getBuffer(key)) ?? undefined,
        () => alone.get(key),
      ),
    async set(key, value, ttlMs) {
      await tryRedis<unknown>(
        () => (ttlMs < 1 ? redis.del(key) : redis.set(key, value, 'PX', Math.floor(ttlMs))),
        () => alone.set(key, value, ttlMs),
      );
    },
    async [Symbol.asyncDispose]() {
      redis.disconnect();
      await alone[Symbol.asyncDispose]();
    },
  };
}
