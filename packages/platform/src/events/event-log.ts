export type Headers = Readonly<Record<string, string>>;

export type EventRecord = {
  readonly topic: string;
  /** Records of one key keep their order. */
  readonly key: string;
  readonly value: Buffer;
  readonly headers: Headers;
};

export type ReceivedRecord = EventRecord & {
  readonly partition: number;
  readonly offset: string;
  /** When its producer gave it to the log; not kept of a parked record. */
  readonly publishedAt?: Date;
};

export type Partition = { readonly topic: string; readonly partition: number };

/** The offset that a group handles next in a partition. */
export type Position = Partition & { readonly nextOffset: string };

export function partitionName({ topic, partition }: Partition): string {
  return `${topic} ${partition}`;
}

/** Where a group is after these records, which are in the order of their offsets in each partition. */
export function positionsAfter(records: readonly ReceivedRecord[]): readonly Position[] {
  const last = new Map(records.map((record) => [partitionName(record), record]));
  return Array.from(last.values(), ({ topic, partition, offset }) => ({
    topic,
    partition,
    nextOffset: String(BigInt(offset) + 1n),
  }));
}

/** Identifies the event; a record that is published again has the same id. */
export const EVENT_ID_HEADER = 'event-id';

/** At most this many records reach `onBatch` at once, on every adapter. */
export const BATCH_SIZE_MAX = 1_000;

export type OnBatch = (records: readonly ReceivedRecord[]) => Promise<void>;

/**
 * Receives the log's own positions in partitions that a process has begun to read, and returns those to be set
 * back. Called before any record of these partitions is passed on; an error delays them.
 */
export type SetBack = (positions: readonly Position[]) => Promise<readonly Position[]>;

export type SubscribeOptions = {
  readonly group: string;
  readonly topics: readonly string[];
  /** Of these, topics with so few events for this group that a record may wait some 50 ms for those of another topic. */
  readonly patientTopics?: readonly string[] | undefined;
  /** The consumer's own database. On the log in Postgres a lock there decides which process leads the group. */
  readonly databaseUrl: string;
  readonly setBack?: SetBack | undefined;
  /** Called before the log's own offsets move: the consumer's positions must be durable first. */
  readonly beforeOffsets?: (() => Promise<void>) | undefined;
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
  /** `messaging.system` of spans. */
  readonly system: 'kafka' | 'postgresql';
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

/**
 * The reader's database has lost what it committed, because a replica that lagged took over. Thrown by `onBatch` or
 * `beforeOffsets`; the subscription then restarts at the positions that `setBack` returns.
 */
export class PositionLostError extends Error {
  override readonly name = 'PositionLostError';
}

/** Topics are created by the migration job, never by using them. */
export class UnknownTopic extends Error {
  override readonly name = 'UnknownTopic';
  constructor(topics: readonly string[]) {
    super(`unknown topic among ${topics.join(', ')}: create it with the migration job first`);
  }
}
