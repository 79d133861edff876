import type { Runtime } from '../runtime/runtime.ts';
import type { Cache } from './cache.ts';
import { openMemoryCache } from './memory-cache.ts';
import { openRedisCache } from './redis-cache.ts';

type Options = { readonly redisUrl?: string | undefined; readonly prefix?: string };

/** Redis when its URL is configured, else the memory of this process. */
export function openCache({ redisUrl, prefix = 'entrada:' }: Options, { log }: Runtime): Cache {
  return redisUrl ? openRedisCache(redisUrl, { prefix, log }) : openMemoryCache();
}
