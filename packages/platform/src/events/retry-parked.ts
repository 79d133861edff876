import type { ClientBase } from 'pg';
import { bigintArray } from '../db/array-parameter.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { repeat } from '../time/repeat.ts';
import type { Headers, ReceivedRecord } from './event-log.ts';
import {
  claimNew,
  claimsOf,
  type Handler,
  handleClaimed,
  read,
  sortOut,
  withoutRepeats,
  withUnprocessable,
} from './handle-once.ts';
import {
  lockKeys,
  type ParkReason,
  RETRY_FIRST_OF_KEY,
  type RecordKey,
  type RecordToPark,
  storableDetail,
  UNAUTHENTICATED,
} from './parked.ts';

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
export function startRetries<E>(options: RetryOptions<E>): AsyncDisposable {
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
    const claimed = await claimNew(tx, group, readings.flatMap(claimsOf));
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
