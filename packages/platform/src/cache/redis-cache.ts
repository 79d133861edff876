import type { Logger } from '../telemetry/log.ts';
import type { Cache } from './cache.ts';
import { openMemoryCache } from './memory-cache.ts';
import { openRedis } from './redis-connection.ts';

type Options = {
  readonly prefix: string;
  readonly log: Logger;
  readonly commandTimeoutMs?: number;
};

/** Shared by all replicas; while Redis is away, each remembers for itself. */
export function openRedisCache(url: string, options: Options): Cache {
  const connection = openRedis(url, { ...options, meanwhile: 'caching in this process' });
  const { redis } = connection;
  const alone = openMemoryCache();

  async function tryRedis<T>(ask: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
    if (!connection.isReady()) return otherwise();
    try {
      return await ask();
    } catch (error) {
      connection.noteFailure(error);
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
      connection[Symbol.dispose]();
      await alone[Symbol.asyncDispose]();
    },
  };
}
