import type { Runtime } from '../runtime/runtime.ts';
import type { Cache } from './cache.ts';
import { openMemoryCache } from './memory-cache.ts';
import { openRedisCache } from './redis-cache.ts';

type Options = {
  readonly redisUrl?: string | undefined;
  readonly redisCaFile?: string | undefined;
  readonly prefix?: string;
};

/** Redis when its URL is configured, else the memory of this process. */
export function openCache(options: Options, { log }: Runtime): Cache {
  const { redisUrl, redisCaFile: caFile, prefix = 'entrada:' } = options;
  return redisUrl ? openRedisCache(redisUrl, { prefix, log, caFile }) : openMemoryCache();
}
