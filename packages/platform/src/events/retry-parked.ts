import type { ClientBase } from 'pg';
import { bigintArray } from '../db/array-parameter.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { repeat } from '../time/repeat.ts';
import type { Headers, ReceivedRecord } from './event-log.ts';
import { type Handler, handleNew, withUnprocessable } from './handle-once.ts';
import {
  lockKeys,
  type Parked,
  type RecordKey,
  storableDetail,
  UNAUTHENTICATED,
} from './parking.ts';
import { read, sortOut } from './sort-out.ts';

const REQUESTED = `
  select distinct topic, key
    from (select topic, key from parked_record
           where consumer_group = $1 and retry_requested_at is not null
           order by retry_requested_at
           limit $2) as requested`;

const OF_KEY = `
  select id, topic, partition, log_offset::text as offset, key, value, headers
    from parked_record
   where consumer_group = $1 and topic = $2 and key = $3
   order by id
   limit $4`;

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

/** A key is blocked by its oldest parked record. */
export const RETRY_FIRST_OF_KEY = `
  update parked_record
     set retry_requested_at = clock_timestamp()
   where id = (select id from parked_record
                where consumer_group = $1 and topic = $2 and key = $3
                order by id
                limit 1)`;

const POLL_EVERY_MS = 1_000;
const KEYS_MAX = 100;
const RECORDS_MAX = 100;

type Options<E> = Handler<E> & {
  readonly runtime: Runtime;
  readonly onDuplicates: (count: number) => void;
};

type Row = RecordKey & {
  readonly id: number;
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
export function startRetries<E>(options: Options<E>): AsyncDisposable {
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
async function retryKey<E>(options: Options<E>, key: RecordKey): Promise<number> {
  const { runtime, group } = options;
  try {
    const { handled, duplicates, failure, afterCommit } = await retryRecords(options, key);
    afterCommit?.();
    options.onDuplicates(duplicates);
    if (failure) {
      runtime.log.error({ group, reason: failure.reason }, 'parked record failed again');
    }
    return handled;
  } catch (err) {
    runtime.log.warn({ err, group }, 'retry of a parked record failed, retrying later');
    return 0;
  }
}

type Retried = {
  readonly handled: number;
  readonly duplicates: number;
  readonly failure?: Parked | undefined;
  readonly afterCommit: (() => void) | null;
};

const NOTHING_DONE: Retried = { handled: 0, duplicates: 0, afterCommit: null };

async function retryRecords<E>(options: Options<E>, key: RecordKey): Promise<Retried> {
  const { pool, group } = options;
  const { rows } = await pool.query<Row>(OF_KEY, [group, key.topic, key.key, RECORDS_MAX]);
  const idOf = new Map<ReceivedRecord, number>();
  const readings = rows.map(({ id, ...record }) => {
    idOf.set(record, id);
    return read(record, options);
  });
  return withUnprocessable(options, readings, async (tx, unprocessable) => {
    await lockKeys(tx, group, [key]);
    const ids = await stillParked(tx, group, key, [...idOf.values()]);
    const parked = readings.filter(({ record }) => ids.has(idOf.get(record) ?? 0));
    if (parked.length === 0) return NOTHING_DONE;
    const { good, parked: failed } = sortOut(parked, new Set(), unprocessable);
    const { handled, afterCommit } = await handleNew(tx, options, good);
    const left = new Set(failed.map(({ record }) => record));
    const done = parked.flatMap(({ record }) => (left.has(record) ? [] : (idOf.get(record) ?? [])));
    await tx.query(REMOVE, [bigintArray(done)]);
    await tx.query(STOP_RETRYING, [group, key.topic, key.key]);
    const { failures, blocks } = failuresIn(failed);
    for (const one of failures) await failAgain(tx, idOf.get(one.record) ?? 0, one);
    // More may wait than were read. Terminates: each round but the last removes some.
    if (!blocks && done.length > 0) {
      await tx.query(RETRY_FIRST_OF_KEY, [group, key.topic, key.key]);
    }
    const [failure] = failures;
    return { handled: good.length, duplicates: good.length - handled, failure, afterCommit };
  });
}

/** Those that failed themselves; one that is not authentic does not block those behind it. */
function failuresIn(failed: readonly Parked[]) {
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
  { reason, detail }: Pick<Parked, 'reason' | 'detail'>,
): Promise<void> {
  await tx.query(DROP_REPEAT, [id, reason]);
  await tx.query(FAILED_AGAIN, [id, reason, storableDetail(detail)]);
}
