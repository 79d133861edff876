import type { ParkedServiceDefinition } from '@entrada/contracts/gen/parked/v1/ParkedService';
import { ParkedService } from '@entrada/contracts/services';
import type { ClientBase, Pool } from 'pg';
import { textArray } from '../db/array-parameter.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { operatorNow } from '../grpc/callers.ts';
import { formatTime, reasonField } from '../grpc/fields.ts';
import type { RpcHandlers } from '../grpc/types.ts';
import type { ReceivedRecord } from './event-log.ts';

/** The record does not prove its producer. It blocks no key and takes no event id: anybody may have written it. */
export const UNAUTHENTICATED = 'unauthenticated';

/** Why a record is parked. */
export const PARK_REASONS = [
  UNAUTHENTICATED,
  'no_event_id',
  'undecodable',
  'unprocessable',
  'behind_parked',
] as const;
/** A closed set, because it labels a metric. */
export type ParkReason = (typeof PARK_REASONS)[number];

export type RecordToPark = {
  readonly record: ReceivedRecord;
  readonly reason: ParkReason;
  readonly detail: string;
};

export type RecordKey = { readonly topic: string; readonly key: string };

/**
 * Reads one row of the index for each key, as a range: a search for equal keys scans the whole table
 * when statistics say that almost all parked records have one key. The range ends with the key, and
 * each is read once: entries of resolved records stay in the index while anyone holds a snapshot.
 */
const PARKED_KEYS = `
  select requested.topic, requested.key
    from (select distinct topic, key
            from unnest($2::text[], $3::text[]) as record (topic, key)) as requested
   cross join lateral (
           select from parked_record
            where consumer_group = $1 and reason <> '${UNAUTHENTICATED}'
              and (topic, key) >= (requested.topic, requested.key)
              and (topic, key) <= (requested.topic, requested.key)
            order by topic, key
            limit 1) as parked`;

/** A fixed number of locks serves any number of keys; sorted, so that two callers cannot deadlock. */
const LOCK_KEYS = `
  select pg_advisory_xact_lock(hashtext('parked ' || $1), bucket)
    from (select distinct hashtext(topic || ' ' || key) & 63 as bucket
            from unnest($2::text[], $3::text[]) as requested (topic, key)
           order by bucket
          offset 0) as wanted`;

// An event that is already parked keeps its place, even if it arrives with another offset.
const PARK = `
  insert into parked_record
         (consumer_group, topic, partition, log_offset, key, value, headers, reason, detail)
  select $1, topic, partition, log_offset, key, value, headers, reason, detail
    from unnest($2::text[], $3::integer[], $4::bigint[], $5::text[], $6::bytea[], $7::jsonb[],
                $8::text[], $9::text[])
         with ordinality as record (topic, partition, log_offset, key, value, headers, reason,
                                    detail, place)
   order by place
  on conflict do nothing
  returning key, reason`;

const DETAIL_LENGTH_MAX = 500;

export function keyName({ topic, key }: RecordKey): string {
  return `${topic} ${storable(key)}`;
}

/** Postgres rejects NUL in text; a record that contains one must not block its partition. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

export function storableDetail(detail: string): string {
  return storable(detail).slice(0, DETAIL_LENGTH_MAX);
}

/**
 * Blocks parking and retrying records of these keys by others until the transaction ends: a retry
 * must see every record that is parked behind the one it retries.
 */
export async function lockKeys(
  tx: ClientBase,
  group: string,
  keys: readonly RecordKey[],
): Promise<void> {
  await tx.query(LOCK_KEYS, [group, ...columns(keys)]);
}

/** The keys of these records that have a parked record; later records of them must wait. */
export async function blockedKeys(
  tx: ClientBase,
  group: string,
  records: readonly RecordKey[],
): Promise<Set<string>> {
  const found = await parkedKeys(tx, group, records);
  if (found.length === 0) return new Set();
  await lockKeys(tx, group, found);
  // Queried again under the lock: a retry may have handled the last of them in the meantime.
  return new Set((await parkedKeys(tx, group, found)).map(keyName));
}

async function parkedKeys(
  tx: ClientBase,
  group: string,
  records: readonly RecordKey[],
): Promise<readonly RecordKey[]> {
  const values = [group, ...columns(records)];
  return (await tx.query<RecordKey>(prepared(PARKED_KEYS, values))).rows;
}

function columns(keys: readonly RecordKey[]): [Buffer, Buffer] {
  return [
    textArray(keys.map(({ topic }) => topic)),
    textArray(keys.map(({ key }) => storable(key))),
  ];
}

export type NewlyParked = { readonly key: string; readonly reason: ParkReason };

/** Returns those that were not parked before. */
export async function park(
  tx: ClientBase,
  group: string,
  parked: readonly RecordToPark[],
): Promise<readonly NewlyParked[]> {
  if (parked.length === 0) return [];
  const records = parked.map(({ record }) => record);
  const { rows } = await tx.query<NewlyParked>(PARK, [
    group,
    records.map(({ topic }) => topic),
    records.map(({ partition }) => partition),
    records.map(({ offset }) => offset),
    records.map(({ key }) => storable(key)),
    records.map(({ value }) => value),
    records.map(({ headers }) => JSON.stringify(headers).replaceAll('\\u0000', '\uFFFD')),
    parked.map(({ reason }) => reason),
    parked.map(({ detail }) => storableDetail(detail)),
  ]);
  return rows;
}

/** A key is blocked by its oldest parked record. */
export const RETRY_FIRST_OF_KEY = `
  update parked_record
     set retry_requested_at = clock_timestamp()
   where id = (select id from parked_record
                where consumer_group = $1 and topic = $2 and key = $3
                order by id
                limit 1)`;

/** The oldest parked record of a key, and how many wait behind it. */
type ParkedRecord = {
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

type ParkedKey = RecordKey & { readonly group: string };

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

async function findParked(
  db: Pool | ClientBase,
  { group, topic, key }: ParkedKey,
): Promise<ParkedRecord | null> {
  return (await db.query<ParkedRecord>(OF_KEY, [group, topic, key])).rows[0] ?? null;
}

async function findParkedById(db: Pool | ClientBase, id: number): Promise<ParkedRecord | null> {
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
    if (first?.reason === 'no_event_id') throw neverHandled(first.id);
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

type UnauthenticatedCount = { readonly records: number; readonly keys: number };

async function countUnauthenticated(pool: Pool, group: string): Promise<UnauthenticatedCount> {
  const { rows } = await pool.query<UnauthenticatedCount>(COUNT_UNAUTHENTICATED, [group]);
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

const LIST_MAX = 1_000;

type Needs = {
  readonly pool: Pool;
  readonly group: string;
  /** Resolves when the audit log has the line. */
  readonly recordAudit: (line: AuditLine) => Promise<unknown>;
};
type AuditLine = { readonly detail: object } & Readonly<
  Record<'actor' | 'action' | 'subject' | 'accountId', string>
>;

/** What operators do about records that this service has parked. */
export function parkedRpc({ pool, group, recordAudit }: Needs) {
  const record = async (action: string, subject: string, detail: { readonly reason: string }) => {
    reasonField(detail.reason);
    const actor = `operator:${operatorNow()}`;
    await recordAudit({ actor, action, subject: `${group}:${subject}`, accountId: '', detail });
  };
  const unauthenticated = async () => {
    const found = await countUnauthenticated(pool, group);
    if (found.records > 0) return found;
    throw new AppError('NOT_FOUND', `No record is parked as unauthenticated in ${group}.`);
  };
  const handlers: RpcHandlers<ParkedServiceDefinition> = {
    async listParked() {
      const records = await listParked(pool, LIST_MAX);
      return {
        records: records.map(({ parkedAt, eventId, ...rest }) => ({
          ...rest,
          eventId: eventId ?? '',
          parkedAt: formatTime(parkedAt),
        })),
      };
    },
    async retryParked({ topic, key, reason, unauthenticated: isAll }) {
      if (isAll) {
        const found = await unauthenticated();
        await record('parked.retry', 'unauthenticated', { reason, ...found });
        await retryUnauthenticated(pool, group);
        return found;
      }
      const first = await findParked(pool, { group, topic, key });
      if (!first) throw notParked(`record of ${key} in ${topic}`, group);
      if (first.reason === 'no_event_id') throw neverHandled(first.id);
      await record('parked.retry', `${topic}:${key}`, { reason });
      const retried = await requestRetry(pool, { group, topic, key });
      return { records: (retried?.waitingBehind ?? 0) + 1, keys: 1 };
    },
    async discardParked({ id, reason, unauthenticated: isAll }) {
      if (isAll) {
        const found = await unauthenticated();
        await record('parked.discard', 'unauthenticated', { reason, ...found });
        const records = await discardUnauthenticated(pool, group);
        return { records, left: (await countUnauthenticated(pool, group)).records };
      }
      const found = await findParkedById(pool, id);
      if (!found) throw notParked(`record ${id}`, group);
      const first = await findParked(pool, found);
      if (first && first.id !== id) throw waitsBehind(id, first.id);
      await record('parked.discard', `parked:${id}`, { reason });
      const discarded = await discardParked(pool, id);
      if (!discarded) throw notParked(`record ${id}`, group);
      return { records: 1, key: discarded.key, left: discarded.waitingBehind };
    },
  };
  return { definition: ParkedService.service, handlers };
}

function notParked(what: string, service: string): AppError {
  return new AppError(
    'NOT_FOUND',
    `No ${what} is parked in ${service}. Take it from operator parked list.`,
  );
}

function waitsBehind(id: number, first: number): AppError {
  const message = `Record ${id} waits behind record ${first} of the same key: decide about that one first.`;
  return new AppError('CONFLICT', message);
}

function neverHandled(id: number): AppError {
  const message = `Record ${id} of this key has no event id and can never be handled: discard it first.`;
  return new AppError('CONFLICT', message);
}
