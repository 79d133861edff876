import type { ClientBase, Pool } from 'pg';
import type { Gauge, Registry } from 'prom-client';
import { bigintArray } from '../db/array-parameter.ts';
import { urlOf } from '../db/pool.ts';
import { pruneRegularly } from '../db/prune.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { keepMeasured } from '../telemetry/measured-gauges.ts';
import { metersIn } from '../telemetry/metrics.ts';
import { repeat } from '../time/repeat.ts';
import {
  type Headers,
  type Position,
  partitionName,
  positionsAfter,
  type ReceivedRecord,
} from './event-log.ts';
import {
  claimNew,
  eventIdsOf,
  findPositionsBehind,
  type Handler,
  handleClaimed,
  handleOnce,
  moveOn,
  type Outcome,
  read,
  sortOut,
  withoutRepeats,
  withUnprocessable,
} from './handle-once.ts';
import { OLD_INBOX } from './outbox.ts';
import {
  lockKeys,
  PARK_REASONS,
  type ParkReason,
  RETRY_FIRST_OF_KEY,
  type RecordKey,
  type RecordToPark,
  storableDetail,
  UNAUTHENTICATED,
} from './parked.ts';
import { observeReceived } from './progress.ts';

export type { ReceivedEvent } from './handle-once.ts';

type Options<E> = Handler<E> & {
  readonly runtime: Runtime;
  readonly topics: readonly string[];
  readonly patientTopics?: readonly string[];
  /** Called when the database turns out to be restored: what it had handled since then is handled again. */
  readonly onRestored?: (restoredTo: Date) => Promise<void>;
};

/** A batch may hold thousands. */
const LOGGED_MAX = 10;
/** When records wait this long without progress, this process is considered stuck. */
const STALLED_MAX_MS = 60_000;

/**
 * Handles the events of some topics, each with exactly one effect: its id, what `handle` writes and
 * what is parked commit together, one transaction per batch. An error other than UnprocessableEvent
 * is considered temporary: the batch is rolled back and retried. Parked records that an operator
 * wants retried are handled in the same way.
 *
 * The position of the group commits with them, so it is never ahead of the database. A position behind
 * the log's own offset means that the database was restored to an older point: the group then
 * reads again from exactly there.
 */
export async function consume<E>(options: Options<E>): Promise<AsyncDisposable> {
  const { eventLog, pool, runtime, group, topics, patientTopics } = options;
  const metrics = consumerMetrics(runtime.metrics, group);

  const passed = passedPositions();

  async function onBatch(records: readonly ReceivedRecord[]): Promise<void> {
    const receivedAt = new Date();
    const all = records.map((record) => read(record, options, receivedAt));
    const readings = all.filter((reading) => reading !== null);
    const reached = positionsAfter(records);
    if (readings.length === 0) return passed.add(reached);
    const outcome = await withUnprocessable(options, readings, (tx, unprocessable) =>
      handleOnce(tx, options, { readings, unprocessable, reached }),
    );
    passed.forget(reached);
    report(outcome);
    metrics.observe(readings, receivedAt);
  }

  function report({ duplicates, parked, afterCommit }: Outcome): void {
    afterCommit?.();
    metrics.duplicates.inc({ group }, duplicates);
    for (const { reason } of parked) metrics.parkedTotal.inc({ group, reason });
    if (parked.length === 0) return;
    const first = parked.slice(0, LOGGED_MAX);
    runtime.log.error({ group, count: parked.length, first }, 'records parked');
  }

  await using starting = new AsyncDisposableStack();
  starting.use(pruneRegularly({ pool, log: runtime.log }, OLD_INBOX));
  starting.use(startParkedGauge({ pool, group, gauge: metrics.parked, runtime }));
  const subscription = starting.use(
    await eventLog.subscribe(
      {
        group,
        topics,
        patientTopics,
        databaseUrl: urlOf(pool),
        beforeOffsets: () => passed.storeWith((reached) => moveOn(pool, group, reached)),
        setBack(inLog) {
          passed.clear();
          return positionsToReadAgain(options, inLog);
        },
      },
      onBatch,
    ),
  );
  starting.use(
    startRetries({ ...options, onDuplicates: (count) => metrics.duplicates.inc({ group }, count) }),
  );
  runtime.health.live(`consumer ${group}`, () => {
    const stalledMs = subscription.stalledMs();
    return stalledMs > STALLED_MAX_MS
      ? `records are waiting, none was attempted for ${stalledMs} ms`
      : null;
  });
  return starting.move();
}

/** Positions behind ignored records. The database gets them before the log's own offsets move: one write for many batches. */
function passedPositions() {
  const passed = new Map<string, Position>();
  return {
    add(positions: readonly Position[]): void {
      for (const position of positions) passed.set(partitionName(position), position);
    },
    /** For partitions whose position a batch has stored. */
    forget(positions: readonly Position[]): void {
      for (const position of positions) passed.delete(partitionName(position));
    },
    /** What was passed meanwhile stays. */
    async storeWith(store: (positions: readonly Position[]) => Promise<void>): Promise<void> {
      const stored = [...passed];
      await store(stored.map(([, position]) => position));
      for (const [name, position] of stored) if (passed.get(name) === position) passed.delete(name);
    },
    clear: () => passed.clear(),
  };
}

/** Where to read again; none unless the database was restored. */
async function positionsToReadAgain<E>(
  { pool, group, runtime, onRestored }: Options<E>,
  inLog: readonly Position[],
): Promise<readonly Position[]> {
  const { positions, restoredTo } = await findPositionsBehind(pool, group, inLog);
  if (positions.length === 0) return [];
  runtime.log.warn({ group, positions, restoredTo }, 'database was restored, reading again');
  await onRestored?.(restoredTo);
  return positions;
}

function consumerMetrics(metrics: Registry, group: string) {
  const { counter, gauge } = metersIn(metrics);
  const duplicates = counter(
    'inbox_duplicates_total',
    'Events received again and ignored',
    'group',
  );
  const parkedTotal = counter(
    'events_parked_total',
    'Records parked instead of handled',
    'group',
    'reason',
  );
  const parked = gauge('events_parked', 'Records that are parked now', 'group');
  // A rate does not see the first increment of a series that did not exist before.
  duplicates.inc({ group }, 0);
  for (const reason of PARK_REASONS) parkedTotal.inc({ group, reason }, 0);
  return { duplicates, parkedTotal, parked, observe: observeReceived(metrics, group) };
}

/** Above this the exact number does not matter, and counting would be expensive. */
const COUNT_MAX = 10_000;

const COUNT = `
  select count(*)::integer as count
    from (select from parked_record where consumer_group = $1 limit ${COUNT_MAX}) as parked`;

type GaugeOptions = {
  readonly pool: Pool;
  readonly group: string;
  readonly gauge: Gauge<'group'>;
  readonly runtime: Runtime;
};

function startParkedGauge({ pool, group, gauge, runtime }: GaugeOptions): AsyncDisposable {
  async function measure(): Promise<void> {
    const { rows } = await pool.query<{ count: number }>(COUNT, [group]);
    gauge.set({ group }, rows[0]?.count ?? 0);
  }
  return keepMeasured(runtime, { name: `parked ${group}`, gauges: [gauge], measure });
}

const REQUESTED = `
  select distinct topic, key
    from (select topic, key from parked_record
           where consumer_group = $1 and retry_requested_at is not null
           order by retry_requested_at
           limit $2) as requested`;

const OF_KEY = `
  select id, reason, topic, partition, log_offset::text as offset, key, value, headers
    from parked_record
   where consumer_group = $1 and topic = $2 and key = $3 and id > $4
   order by id
   limit $5`;

/** Empty when another replica has processed the request in the meantime. */
const STILL_PARKED = `
  select id from parked_record
   where id = any($4::bigint[])
     and exists (select from parked_record
                  where consumer_group = $1 and topic = $2 and key = $3
                    and retry_requested_at is not null)`;

const REMOVE = 'delete from parked_record where id = any($1::bigint[])';

const FAILED_AGAIN = `
  update parked_record
     set reason = $2, detail = $3, attempts = attempts + 1
   where id = $1`;

// A record that was not authentic before may be of an event that is parked already; that one keeps its place.
const DROP_REPEAT = `
  delete from parked_record as repeat
   using parked_record as first
   where repeat.id = $1 and repeat.reason = '${UNAUTHENTICATED}' and $2 <> '${UNAUTHENTICATED}'
     and first.consumer_group = repeat.consumer_group
     and first.event_id = repeat.event_id
     and first.reason <> '${UNAUTHENTICATED}'`;

const STOP_RETRYING = `
  update parked_record
     set retry_requested_at = null
   where consumer_group = $1 and topic = $2 and key = $3 and retry_requested_at is not null`;

const POLL_EVERY_MS = 5_000;
const KEYS_MAX = 100;
const RECORDS_MAX = 100;

type RetryOptions<E> = Handler<E> & {
  readonly runtime: Runtime;
  readonly onDuplicates: (count: number) => void;
};

type Row = RecordKey & {
  readonly id: number;
  readonly reason: ParkReason;
  readonly partition: number;
  readonly offset: string;
  readonly value: Buffer;
  readonly headers: Headers;
};

/**
 * Retries parked records that an operator has selected, with the handler, the inbox and the
 * transaction of the consumer, and then the records parked behind them, in the order of their key.
 * Any replica may do it; a lock serializes those that retry the same key.
 */
function startRetries<E>(options: RetryOptions<E>): AsyncDisposable {
  const { pool, group, runtime } = options;
  async function work(): Promise<boolean> {
    const { rows } = await pool.query<RecordKey>(REQUESTED, [group, KEYS_MAX]);
    let handled = 0;
    for (const key of rows) handled += await retryKey(options, key);
    return handled > 0;
  }
  return repeat({ name: `retry parked ${group}`, everyMs: POLL_EVERY_MS, work }, runtime);
}

/** Returns how many were handled. After a temporary failure the request stays for the next poll. */
async function retryKey<E>(options: RetryOptions<E>, key: RecordKey): Promise<number> {
  const { runtime, group } = options;
  let total = 0;
  try {
    for (let after: number | null = 0; after !== null; ) {
      const page: RetryResult = await retryPage(options, key, after);
      page.afterCommit?.();
      options.onDuplicates(page.duplicates);
      if (page.failure) {
        runtime.log.error({ group, reason: page.failure.reason }, 'parked record failed again');
      }
      total += page.handled;
      after = page.next;
    }
  } catch (err) {
    runtime.log.warn({ err, group }, 'retry of a parked record failed, retrying later');
  }
  return total;
}

type RetryResult = {
  readonly handled: number;
  readonly duplicates: number;
  readonly failure?: RecordToPark | undefined;
  readonly afterCommit: (() => void) | null;
  /** The id after which the next page begins; null when none of the key is left to retry. */
  readonly next: number | null;
};

const NOTHING_DONE: RetryResult = { handled: 0, duplicates: 0, afterCommit: null, next: null };

async function retryPage<E>(
  options: RetryOptions<E>,
  key: RecordKey,
  after: number,
): Promise<RetryResult> {
  const { pool, group } = options;
  const values = [group, key.topic, key.key, after, RECORDS_MAX];
  const { rows } = await pool.query<Row>(OF_KEY, values);
  const idOf = new Map<ReceivedRecord, number>();
  const receivedAt = new Date();
  const readings = rows.flatMap(({ id, reason, ...record }) => {
    idOf.set(record, id);
    return read(record, readerOf(options, reason), receivedAt) ?? [];
  });
  const last = rows.length < RECORDS_MAX ? null : (rows.at(-1)?.id ?? null);
  return withUnprocessable(options, readings, async (tx, unprocessable) => {
    // Claimed before the key is locked, as a batch does: locked the other way round, both would deadlock over one event.
    const claimed = await claimNew(tx, group, readings.flatMap(eventIdsOf), []);
    await lockKeys(tx, group, [key]);
    const ids = await stillParked(tx, group, key, [...idOf.values()]);
    const parked = readings.filter(({ record }) => ids.has(idOf.get(record) ?? 0));
    const { good, parked: failed } = sortOut(withoutRepeats(parked), new Set(), unprocessable);
    const mine = good.filter(({ eventId }) => claimed.has(eventId));
    const afterCommit = await handleClaimed(tx, options, claimed, mine);
    if (ids.size === 0) return NOTHING_DONE;
    const left = new Set(failed.map(({ record }) => idOf.get(record)));
    const done = [...ids].filter((id) => !left.has(id));
    await tx.query(REMOVE, [bigintArray(done)]);
    const { failures, blocks } = failuresIn(failed);
    for (const one of failures) await failAgain(tx, idOf.get(one.record) ?? 0, one);
    const next = blocks ? null : last;
    // Others may have been parked behind these meanwhile. Terminates: each round but the last removes some.
    const goesOn = next !== null || (!blocks && done.length > 0);
    const request = goesOn ? RETRY_FIRST_OF_KEY : STOP_RETRYING;
    await tx.query(request, [group, key.topic, key.key]);
    const [failure] = failures;
    return {
      handled: good.length,
      duplicates: good.length - mine.length,
      failure,
      afterCommit,
      next,
    };
  });
}

/** A record that was authentic when it was parked stays so, also after its key was replaced. */
function readerOf<E>({ authenticate, decode }: RetryOptions<E>, reason: ParkReason) {
  return { decode, authenticate: reason === UNAUTHENTICATED ? authenticate : () => null };
}

/** Those that failed themselves; one that is not authentic does not block those behind it. */
function failuresIn(failed: readonly RecordToPark[]) {
  const failures = failed.filter(({ reason }) => reason !== 'behind_parked');
  return { failures, blocks: failures.some(({ reason }) => reason !== UNAUTHENTICATED) };
}

/** Another replica, or an operator, may have removed some of them since they were read. */
async function stillParked(
  tx: ClientBase,
  group: string,
  { topic, key }: RecordKey,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await tx.query<{ id: number }>(STILL_PARKED, [
    group,
    topic,
    key,
    bigintArray(ids),
  ]);
  return new Set(rows.map(({ id }) => id));
}

async function failAgain(
  tx: ClientBase,
  id: number,
  { reason, detail }: Pick<RecordToPark, 'reason' | 'detail'>,
): Promise<void> {
  await tx.query(DROP_REPEAT, [id, reason]);
  await tx.query(FAILED_AGAIN, [id, reason, storableDetail(detail)]);
}
