import type { Logger } from '../telemetry/log.ts';
import type { Cache } from './cache.ts';
import { openMemoryCache } from './memory-cache.ts';
import { openRedis } from './redis-connection.ts';

type Options = {
  readonly prefix: string;
  readonly log: Logger;
  readonly commandTimeoutMs?: number;
  readonly caFile?: string | undefined;
};

/** Shared by all replicas; while Redis is unavailable, each replica caches in its own memory. */
export function openRedisCache(url: string, options: Options): Cache {
  const connection = openRedis(url, { ...options, meanwhile: 'caching in this process' });
  const { redis } = connection;
  const local = openMemoryCache();

  async function tryRedis<T>(ask: () => Promise<T>, fallback: () => Promise<T>): Promise<T> {
    if (!connection.isReady()) return fallback();
    try {
      return await ask();
    } catch (error) {
      connection.noteFailure(error);
      return fallback();
    }
  }

  return {
    get: (key) =>
      tryRedis(
        async () => (await redis.getBuffer(key)) ?? undefined,
        () => local.get(key),
      ),
    async set(key, value, ttlMs) {
      await tryRedis<unknown>(
        () => (ttlMs < 1 ? redis.del(key) : redis.set(key, value, 'PX', Math.floor(ttlMs))),
        () => local.set(key, value, ttlMs),
      );
    },
    async [Symbol.asyncDispose]() {
      connection[Symbol.dispose]();
      await local[Symbol.asyncDispose]();
    },
  };
}
