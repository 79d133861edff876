/**
 * Caches bytes. It never fails its caller: an unavailable cache is a miss. A value is not returned
 * after its time to live and may be evicted earlier. A frozen Redis may store a value late, so a
 * value that must expire at an exact time, such as a permission, does not belong here.
 */
export type Cache = AsyncDisposable & {
  get(key: string): Promise<Buffer | undefined>;
  /** The caller must not modify `value` afterwards. */
  set(key: string, value: Buffer, ttlMs: number): Promise<void>;
};
