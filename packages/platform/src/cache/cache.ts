/**
 * Remembers bytes for a while. It never fails its caller: a cache that is away is a miss. A value is
 * never handed out later than its time to live after it was set; it may be forgotten earlier.
 */
export type Cache = AsyncDisposable & {
  get(key: string): Promise<Buffer | undefined>;
  /** `value` belongs to the cache from now on. */
  set(key: string, value: Buffer, ttlMs: number): Promise<void>;
};
