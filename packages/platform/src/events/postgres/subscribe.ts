import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { keepSession, type Session, tryToLead } from '../../db/session.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import {
  atMost,
  type Backoff,
  openBackoff,
  openWake,
  pause,
  type Wake,
} from '../../time/backoff.ts';
import {
  BATCH_SIZE_MAX,
  type Headers,
  type OnBatch,
  type Partition,
  type Position,
  PositionLostError,
  partitionName,
  positionsAfter,
  type ReceivedRecord,
  type SubscribeOptions,
  type Subscription,
} from '../event-log.ts';
import { openProgress, type Progress, reportBatches } from '../progress.ts';

type Options = SubscribeOptions & {
  readonly url: string;
  readonly pool: Pool;
  readonly runtime: Runtime;
};

/** How late a new record is noticed whose notification was lost. */
const POLL_EVERY_MS = 5_000;
/** How long the notification of a patient topic waits for that of another. */
const PATIENCE_MS = 50;
/** How late a process that stands by notices that the leader is gone. */
const LEAD_EVERY_MS = 500;
/**
 * The group's offset in the log follows at most this late: one transaction for many batches. What a crash in between
 * repeats is absorbed by the inbox.
 */
const STORE_OFFSETS_EVERY_MS = 1_000;
const STOP_MAX_MS = 5_000;

/** Of this process: `joining` until it knows whether another process leads the group. */
type Role = 'joining' | 'standing by' | 'leading';

/**
 * One process of a group leads and reads every partition; the others stand by. A lock in the consumer's own database
 * decides who leads, because no other service can take a lock there. A process leads only while it is connected to both
 * databases, so that one that cannot read the log does not keep the others from it.
 */
export function startSubscription(options: Options, onBatch: OnBatch): Subscription {
  const { url, databaseUrl, runtime, group, topics, patientTopics = [] } = options;
  const { log } = runtime;
  const stop = new AbortController();
  const abandon = new AbortController();
  const wake = openWake();
  const progress = openProgress(group, runtime.metrics);
  const handle = reportBatches(onBatch, { group, progress, log });
  let role: Role = 'joining';

  const session = { log, abandon: abandon.signal };
  const ofLog = {
    ...session,
    url,
    name: `consumer ${group}`,
    signal: stop.signal,
    onNotify: (_channel: string, topic: string) =>
      patientTopics.includes(topic) ? wake.wakeWithin(PATIENCE_MS) : wake.wake(),
  };
  const running = keepSession(ofLog, async (logSession) => {
    for (const topic of topics) await logSession.query(`listen ${channelOf(topic)}`);
    const ofConsumer = {
      ...session,
      url: databaseUrl,
      name: `leader of ${group}`,
      signal: AbortSignal.any([stop.signal, logSession.lost]),
      onNotify: () => {},
    };
    await keepSession(ofConsumer, (own) => consume(logSession, own));
    logSession.lost.throwIfAborted();
  });

  async function consume(logSession: Session, own: Session): Promise<void> {
    const until = AbortSignal.any([stop.signal, logSession.lost, own.lost]);
    try {
      while (!until.aborted && !(await tryToLead(own, `consumer ${group}`))) {
        role = 'standing by';
        await pause(LEAD_EVERY_MS, until);
      }
      role = 'leading';
      if (!until.aborted) await handleBatches(logSession, { ...options, handle, wake, until });
      own.lost.throwIfAborted();
    } finally {
      role = 'joining';
    }
  }

  const lag = watchLag({ ...options, progress, isStandingBy: () => role === 'standing by' });

  async function close(): Promise<void> {
    lag[Symbol.dispose]();
    stop.abort();
    if (await atMost(STOP_MAX_MS, running)) return;
    log.warn({ group }, 'batch unfinished at shutdown, it will be delivered again');
    abandon.abort();
  }
  let closed: Promise<void> | undefined;
  return {
    stalledMs: () => progress.stalledMs(),
    [Symbol.asyncDispose]() {
      closed ??= close();
      return closed;
    },
  };
}

/** As append_records names it. A process is notified only of topics that it reads. */
function channelOf(topic: string): string {
  return `log_${hash('md5', topic)}`;
}

type Leading = Group & {
  readonly handle: OnBatch;
  readonly wake: Wake;
  readonly until: AbortSignal;
};

async function handleBatches(session: Session, leading: Leading): Promise<void> {
  const { handle, wake, until } = leading;
  const positions = await openPositions(session, leading);
  const batches = openBatches(positions, handle);
  while (!until.aborted) {
    const mayBeMore = await batches.handleNext();
    await positions.storeIfDue();
    if (mayBeMore) continue;
    await wake.wait(Math.min(positions.nextStoreMs(), batches.nextDueMs()), until);
  }
  await positions.store();
}

// A new group starts at the oldest record that is still stored, which is the first one from 0 on.
const START = `
  insert into group_offset (consumer_group, topic, partition, next_offset)
  select $1, topic, partition, 0 from log_partition where topic = any ($2)
  on conflict do nothing`;

const POSITIONS = `
  select topic, partition, next_offset::text as "nextOffset"
    from group_offset
   where consumer_group = $1 and topic = any ($2)
   order by topic, partition`;

const SET_BACK = `
  update group_offset
     set next_offset = least(group_offset.next_offset, back.next_offset)
    from unnest($2::text[], $3::integer[], $4::bigint[]) as back (topic, partition, next_offset)
   where consumer_group = $1
     and group_offset.topic = back.topic
     and group_offset.partition = back.partition`;

// Compare and set: a leader that was replaced without noticing cannot move the offset.
const ADVANCE = `
  update group_offset
     set next_offset = moved.next_offset
    from unnest($2::text[], $3::integer[], $4::bigint[], $5::bigint[])
         as moved (topic, partition, next_offset, expected)
   where consumer_group = $1
     and group_offset.topic = moved.topic
     and group_offset.partition = moved.partition
     and group_offset.next_offset = moved.expected`;

const FETCH = `
  select record.*
    from unnest($1::text[], $2::integer[], $3::bigint[])
         with ordinality as wanted (topic, partition, next_offset, number),
         lateral (
           select topic, partition, log_offset, key, value, headers, at as "publishedAt"
             from log_record
            where log_record.topic = wanted.topic
              and log_record.partition = wanted.partition
              and log_record.log_offset >= wanted.next_offset
            order by log_offset
            limit $4
         ) as record
   order by wanted.number, record.log_offset
   limit $4`;

type RecordRow = Omit<ReceivedRecord, 'offset' | 'headers'> & {
  readonly log_offset: string;
  readonly headers: unknown;
};

type Group = Pick<SubscribeOptions, 'group' | 'topics' | 'setBack' | 'beforeOffsets'>;

type Fetch = {
  readonly isDue: (partition: Partition) => boolean;
  readonly after: readonly ReceivedRecord[];
  readonly limit: number;
};

/** The position of a group in each partition of its topics. */
export async function openPositions(
  session: Session,
  { group, topics, setBack, beforeOffsets }: Group,
) {
  const positions = new Map<string, Position>();
  const read = async () => (await session.query<Position>(POSITIONS, [group, topics])).rows;
  await session.query(START, [group, topics]);
  const back = (await setBack?.(await read())) ?? [];
  if (back.length > 0) await session.query(SET_BACK, [group, ...columnsOf(back)]);
  for (const position of await read()) positions.set(partitionName(position), position);
  /** The log's own offsets of partitions in which this process is further. */
  const behind = new Map<string, string>();
  let storedAtMs = Date.now();

  async function store(): Promise<void> {
    storedAtMs = Date.now();
    if (behind.size === 0) return;
    await beforeOffsets?.();
    const expected = [...behind];
    const moved = expected.flatMap(([name]) => positions.get(name) ?? []);
    const values = [group, ...columnsOf(moved), expected.map(([, offset]) => offset)];
    const { rowCount } = await session.query(ADVANCE, values);
    if (rowCount !== moved.length)
      throw new Error(`offsets of ${group} were moved by another process`);
    behind.clear();
  }

  /** Rotates the first partition, so that a long one does not starve the others. */
  function rotate(): void {
    const [first] = positions.entries();
    if (!first) return;
    positions.delete(first[0]);
    positions.set(...first);
  }

  return {
    /** Records that follow those in `after`, which are being handled. */
    async fetch({ isDue, after, limit }: Fetch): Promise<ReceivedRecord[]> {
      rotate();
      const next = new Map(positionsAfter(after).map((one) => [partitionName(one), one]));
      const wanted = [...positions].filter(([, position]) => isDue(position));
      const from = wanted.map(([name, position]) => next.get(name) ?? position);
      if (from.length === 0) return [];
      const { rows } = await session.query<RecordRow>(FETCH, [...columnsOf(from), limit]);
      return rows.map(({ log_offset, headers, ...record }) => ({
        ...record,
        headers: textHeaders(headers),
        offset: log_offset,
      }));
    },
    advance(handled: readonly ReceivedRecord[]): void {
      for (const position of positionsAfter(handled)) {
        const name = partitionName(position);
        const before = positions.get(name)?.nextOffset ?? '-1';
        behind.set(name, behind.get(name) ?? before);
        positions.set(name, position);
      }
    },
    store,
    async storeIfDue(): Promise<void> {
      if (Date.now() - storedAtMs >= STORE_OFFSETS_EVERY_MS) await store();
    },
    /** When offsets are to be stored; a poll if none are. */
    nextStoreMs: () => (behind.size === 0 ? POLL_EVERY_MS : STORE_OFFSETS_EVERY_MS),
  };
}

function columnsOf(positions: readonly Position[]): [string[], number[], string[]] {
  return [
    positions.map(({ topic }) => topic),
    positions.map(({ partition }) => partition),
    positions.map(({ nextOffset }) => nextOffset),
  ];
}

/** The column may hold any JSON; whatever is no header must not block its partition. */
function textHeaders(headers: unknown): Headers {
  if (typeof headers !== 'object' || headers === null) return {};
  return Object.fromEntries(
    Object.entries(headers).filter(([, value]) => typeof value === 'string'),
  );
}

const RETRY = { firstMs: 50, maxMs: 5_000 } as const;

type Delay = { readonly backoff: Backoff; dueAt: number };

/**
 * Batches records of all partitions together, so that one transaction handles many. A failed batch is split by
 * partition, so that one bad partition delays only itself.
 */
export function openBatches(
  positions: Awaited<ReturnType<typeof openPositions>>,
  handle: OnBatch,
  batchSizeMax = BATCH_SIZE_MAX,
) {
  const delays = new Map<string, Delay>();
  /** Read while the batch before is handled. */
  let ahead: Promise<readonly ReceivedRecord[]> | null = null;

  async function succeeds(records: readonly ReceivedRecord[]): Promise<boolean> {
    try {
      await handle(records);
    } catch (error) {
      if (error instanceof PositionLostError) throw error;
      return false;
    }
    positions.advance(records);
    for (const record of records) delays.delete(partitionName(record));
    return true;
  }

  function postpone(partition: Partition): void {
    const name = partitionName(partition);
    const delay = delays.get(name) ?? { backoff: openBackoff(RETRY), dueAt: 0 };
    delay.dueAt = Date.now() + delay.backoff.nextMs();
    delays.set(name, delay);
  }

  const isDue = (partition: Partition) =>
    (delays.get(partitionName(partition))?.dueAt ?? 0) <= Date.now();

  const readAfter = (after: readonly ReceivedRecord[]) =>
    positions.fetch({ isDue, after, limit: batchSizeMax });

  async function nextRecords(): Promise<readonly ReceivedRecord[]> {
    const records = await ahead;
    ahead = null;
    return records && records.length > 0 ? records : readAfter([]);
  }

  return {
    /** True when there may be more; records after less than a full batch cause a notification. */
    async handleNext(): Promise<boolean> {
      const records = await nextRecords();
      if (records.length === 0) return false;
      // Only behind a full batch: behind a smaller one there is most likely nothing to read. A failed read counts as
      // empty: the same records are read again, and that read reports the error.
      if (records.length === batchSizeMax) ahead = readAfter(records).catch(() => []);
      if (await succeeds(records)) return records.length === batchSizeMax;
      ahead = null;
      const parts = [...Map.groupBy(records, partitionName).values()];
      for (const part of parts) {
        if (parts.length === 1 || !(await succeeds(part))) postpone(part[0] as ReceivedRecord);
      }
      return true;
    },
    /** When the next postponed partition is due again. */
    nextDueMs(): number {
      const dueAt = Array.from(delays.values(), (delay) => delay.dueAt);
      return Math.max(0, Math.min(...dueAt) - Date.now());
    },
  };
}

/** What the group has not read yet. */
const LAG = `
  select log_partition.topic, log_partition.partition,
         (log_partition.next_offset - coalesce(group_offset.next_offset, 0))::integer as lag
    from log_partition
    left join group_offset
      on group_offset.topic = log_partition.topic
     and group_offset.partition = log_partition.partition
     and group_offset.consumer_group = $1
   where log_partition.topic = any ($2)`;

const LAG_EVERY_MS = 5_000;

type LagOptions = Pick<Options, 'pool' | 'group' | 'topics'> & {
  readonly progress: Progress;
  /** Records wait for the leader then, not for this process. */
  readonly isStandingBy: () => boolean;
};

/** Measures outside the consuming loop, because that loop may be stuck. */
function watchLag({ pool, group, topics, progress, isStandingBy }: LagOptions): Disposable {
  async function poll(): Promise<void> {
    const { rows } = await pool.query<Partition & { lag: number }>(LAG, [group, topics]);
    progress.observed(isStandingBy() ? [] : rows);
  }
  const timer = setInterval(() => poll().catch(() => progress.unknown()), LAG_EVERY_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
