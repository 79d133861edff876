import type { ClientBase, Pool } from 'pg';
import { transact } from '../db/transaction.ts';
import { lockKeys, type ParkReason, type RecordKey, UNAUTHENTICATED } from './parking.ts';
import { RETRY_FIRST_OF_KEY } from './retry-parked.ts';

/** The oldest parked record of a key, and how many wait behind it. */
export type ParkedRecord = {
  readonly id: number;
  readonly group: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string;
  readonly eventId: string | null;
  readonly reason: ParkReason;
  readonly detail: string;
  readonly parkedAt: Date;
  readonly attempts: number;
  readonly isRetryRequested: boolean;
  readonly waitingBehind: number;
};

export type ParkedKey = RecordKey & { readonly group: string };

const COLUMNS = `
  id, consumer_group as group, topic, partition, log_offset::text as offset, key,
  event_id as "eventId", reason, detail, parked_at as "parkedAt", attempts,
  retry_requested_at is not null as "isRetryRequested"`;

const LIST = `
  select * from (
    select ${COLUMNS},
           (count(*) over same_key - 1)::integer as "waitingBehind",
           row_number() over (same_key order by id) as place
      from parked_record
    window same_key as (partition by consumer_group, topic, key)) as numbered
   where place = 1
   order by id
   limit $1`;

const OF_KEY = `
  select ${COLUMNS}, (count(*) over () - 1)::integer as "waitingBehind"
    from parked_record
   where consumer_group = $1 and topic = $2 and key = $3
   order by id
   limit 1`;

const BY_ID = `
  select ${COLUMNS},
         (select count(*)::integer from parked_record as behind
           where behind.consumer_group = parked_record.consumer_group
             and behind.topic = parked_record.topic
             and behind.key = parked_record.key
             and behind.id > parked_record.id) as "waitingBehind"
    from parked_record
   where id = $1`;

const RETRY_UNAUTHENTICATED = `
  update parked_record
     set retry_requested_at = clock_timestamp()
   where id in (select min(id) from parked_record
                 where consumer_group = $1 and reason = '${UNAUTHENTICATED}'
                 group by topic, key)`;

const COUNT_UNAUTHENTICATED = `
  select count(*)::integer as records, count(distinct (topic, key))::integer as keys
    from parked_record
   where consumer_group = $1 and reason = '${UNAUTHENTICATED}'`;

// Waits for no record that is being retried.
const DISCARD_UNAUTHENTICATED = `
  delete from parked_record
   where id in (select id from parked_record
                 where consumer_group = $1 and reason = '${UNAUTHENTICATED}'
                 order by id
                 limit $2
                   for update skip locked)`;
const DISCARD_STEP = 1_000;

const DISCARD = 'delete from parked_record where id = $1 returning topic';

/** Lists the parked records of a service's database: for each key the one that blocks it, oldest first. */
export async function listParked(pool: Pool, limit: number): Promise<readonly ParkedRecord[]> {
  return (await pool.query<ParkedRecord>(LIST, [limit])).rows;
}

export async function findParked(
  db: Pool | ClientBase,
  { group, topic, key }: ParkedKey,
): Promise<ParkedRecord | null> {
  return (await db.query<ParkedRecord>(OF_KEY, [group, topic, key])).rows[0] ?? null;
}

export async function findParkedById(
  db: Pool | ClientBase,
  id: number,
): Promise<ParkedRecord | null> {
  return (await db.query<ParkedRecord>(BY_ID, [id])).rows[0] ?? null;
}

/**
 * Requests that the consumer retries the records of a key, in order. Null when none is parked.
 * Handled records are removed; one that fails again stays, with those behind it.
 */
export async function requestRetry(pool: Pool, key: ParkedKey): Promise<ParkedRecord | null> {
  return transact(pool, async (tx) => {
    await lockKeys(tx, key.group, [key]);
    const first = await findParked(tx, key);
    if (first?.reason === 'no_event_id') {
      throw new Error(
        `Record ${first.id} of this key has no event id and can never be handled: discard it first.`,
      );
    }
    if (first) await tx.query(RETRY_FIRST_OF_KEY, [key.group, key.topic, key.key]);
    return first;
  });
}

/**
 * Discards the record that blocks its key, permanently; the consumer continues with the next record of
 * that key. Null when there is no such record, or it waits behind another: that may still be handled.
 */
export async function discardParked(pool: Pool, id: number): Promise<ParkedRecord | null> {
  return transact(pool, async (tx) => {
    const found = await findParkedById(tx, id);
    if (!found) return null;
    await lockKeys(tx, found.group, [found]);
    const first = await findParked(tx, found);
    if (first?.id !== id) return null;
    await tx.query(DISCARD, [id]);
    await tx.query(RETRY_FIRST_OF_KEY, [found.group, found.topic, found.key]);
    return found;
  });
}

export type Unauthenticated = { readonly records: number; readonly keys: number };

export async function countUnauthenticated(pool: Pool, group: string): Promise<Unauthenticated> {
  const { rows } = await pool.query<Unauthenticated>(COUNT_UNAUTHENTICATED, [group]);
  return rows[0] ?? { records: 0, keys: 0 };
}

/** Requests a retry of every key with records that were not authentic: of use after a key was put right. */
export async function retryUnauthenticated(pool: Pool, group: string): Promise<void> {
  await pool.query(RETRY_UNAUTHENTICATED, [group]);
}

/** Discards all records that were not authentic, permanently, but for those that are being retried just now. */
export async function discardUnauthenticated(pool: Pool, group: string): Promise<number> {
  let discarded = 0;
  for (let step = DISCARD_STEP; step === DISCARD_STEP; discarded += step) {
    step = (await pool.query(DISCARD_UNAUTHENTICATED, [group, DISCARD_STEP])).rowCount ?? 0;
  }
  return discarded;
}
