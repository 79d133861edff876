export type CallOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Of each attempt. */
  readonly timeoutMs?: number | undefined;
};

export type WriteOptions = CallOptions & {
  /**
   * Default: a new one for each call, the same for its retries. Give your own to repeat a deposit or a
   * refund later, also after your signal has aborted it; other calls ignore it.
   */
  readonly idempotencyKey?: string | undefined;
};

/** Every write has a key of its own, so that a retry of it can be recognized. */
export function withKey(options: WriteOptions): WriteOptions & { readonly idempotencyKey: string } {
  return { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
}
