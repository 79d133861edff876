import { LRUCache } from 'lru-cache';
import type { Cache } from './cache.ts';

const ENTRIES_MAX = 20_000;
const BYTES_MAX = 33_554_432;

type Limits = { readonly entriesMax?: number; readonly bytesMax?: number };

/** Evicts the least recently used value when it is full; a value above the size limit is not kept. */
export function openMemoryCache({
  entriesMax = ENTRIES_MAX,
  bytesMax = BYTES_MAX,
}: Limits = {}): Cache {
  const entries = new LRUCache<string, Buffer>({
    max: entriesMax,
    maxSize: bytesMax,
    // lru-cache throws when a size is zero.
    sizeCalculation: (value, key) => value.length + key.length + 1,
    // Reads the clock on each access, so that the time to live is exact.
    ttlResolution: 0,
  });
  return {
    get: async (key) => entries.get(key),
    async set(key, value, ttlMs) {
      if (ttlMs < 1) entries.delete(key);
      else entries.set(key, value, { ttl: Math.floor(ttlMs) });
    },
    async [Symbol.asyncDispose]() {
      entries.clear();
    },
  };
}
