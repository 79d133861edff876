export type Headers = Readonly<Record<string, string>>;

export type EventRecord = {
  readonly topic: string;
  /** Records of one key keep their order. */
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Headers;
};

export type ReceivedRecord = EventRecord & { readonly partition: number; readonly offset: string };

/** Names the fact a record states; a record that is sent again carries the same id. */
export const EVENT_ID_HEADER = 'event-id';

/** At most this many records reach `onBatch` at once, on every adapter. */
export const BATCH_SIZE_MAX = 1_000;

export type OnBatch = (records: readonly ReceivedRecord[]) => Promise<void>;

export type Subscription = AsyncDisposable & {
  /**
   * How long records have waited without any being handed to `onBatch`; 0 when none wait. A batch
   * that is refused counts as life: it comes again by itself, and a restart would not help.
   */
  stalledMs(): number;
};

/**
 * An ordered log of records. Order holds per key; delivery is at least once, so whoever handles a
 * batch must absorb repeats. A new group starts at the beginning.
 */
export type EventLog = AsyncDisposable & {
  /**
   * Resolves when every record is durable. After a rejection any part of them may have been
   * written: send the same records again, in the same order, before any later one of their keys.
   */
  publish(records: readonly EventRecord[]): Promise<void>;
  /** A batch is acknowledged when `onBatch` resolves; when it rejects, the batch comes again. */
  subscribe(
    options: { readonly group: string; readonly topics: readonly string[] },
    onBatch: OnBatch,
  ): Promise<Subscription>;
};
