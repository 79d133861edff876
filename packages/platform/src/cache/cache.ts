/**
 * Remembers bytes for a while. It never fails its caller: a cache that is away is a miss. A value is
 * not handed out later than its time to live after it was stored; it may be forgotten earlier. A
 * frozen Redis may store late, so nothing that must end in time, such as a decision, belongs here.
 */
export type Cache = AsyncDisposable & {
  get(key: string): Promise<Buffer | undefined>;
  /** `value` belongs to the cache from now on. */
  set(key: string, value: Buffer, ttlMs: number): Promise<void>;
};
