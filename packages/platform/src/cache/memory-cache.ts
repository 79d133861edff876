import { LRUCache } from 'lru-cache';
import type { Cache } from './cache.ts';

const ENTRIES_MAX = 20_000;
const BYTES_MAX = 33_554_432;

type Limits = { readonly entriesMax?: number; readonly bytesMax?: number };

/** Forgets what was used longest ago when it is full; a value larger than the whole is not kept. */
export function openMemoryCache({
  entriesMax = ENTRIES_MAX,
  bytesMax = BYTES_MAX,
}: Limits = {}): Cache {
  const entries = new LRUCache<string, Buffer>({
    max: entriesMax,
    maxSize: bytesMax,
    // Never zero, which lru-cache refuses by throwing.
    sizeCalculation: (value, key) => value.length + key.length + 1,
    // Asking the clock each time keeps the time to live exact.
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
