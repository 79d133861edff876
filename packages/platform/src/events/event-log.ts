export type Headers = Readonly<Record<string, string>>;

export type EventRecord = {
  readonly topic: string;
  /** Records of one key keep their order. */
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Headers;
};

export type ReceivedRecord = EventRecord & { readonly partition: number; readonly offset: string };

/** The offset that a group handles next in a partition. */
export type Position = {
  readonly topic: string;
  readonly partition: number;
  readonly nextOffset: string;
};

/** Identifies the event; a record that is published again has the same id. */
export const EVENT_ID_HEADER = 'event-id';

/** At most this many records reach `onBatch` at once, on every adapter. */
export const BATCH_SIZE_MAX = 1_000;

export type OnBatch = (records: readonly ReceivedRecord[]) => Promise<void>;

/**
 * Receives the log's own positions in partitions that a member has begun to hold, and returns those to be set
 * back. Called before any record of these partitions is passed on; an error delays them.
 */
export type SetBack = (positions: readonly Position[]) => Promise<readonly Position[]>;

export type SubscribeOptions = {
  readonly group: string;
  readonly topics: readonly string[];
  readonly setBack?: SetBack;
};

export type Subscription = AsyncDisposable & {
  /**
   * How long records have waited without any being passed to `onBatch`; 0 when none wait. A batch
   * that failed counts as progress: it is retried anyway, and a restart would not help.
   */
  stalledMs(): number;
};

/**
 * An ordered log of records. Order is kept per key; delivery is at least once, so the handler of a
 * batch must ignore duplicates. A new group starts at the beginning.
 */
export type EventLog = AsyncDisposable & {
  /**
   * Resolves when every record is durable. After a rejection any part of them may have been
   * written: send the same records again, in the same order, before any later one of their keys.
   */
  publish(records: readonly EventRecord[]): Promise<void>;
  /** Rejects unless a server of the log responds. */
  probe(): Promise<void>;
  /** A batch is acknowledged when `onBatch` resolves; when it rejects, the batch is delivered again. */
  subscribe(options: SubscribeOptions, onBatch: OnBatch): Promise<Subscription>;
};
