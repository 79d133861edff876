import type { ClientBase } from 'pg';
import { textArray } from '../db/array-parameter.ts';
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

export type Parked = {
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
const PARKED_KEYS = {
  name: 'parked-keys',
  text: `
  select requested.topic, requested.key
    from (select distinct topic, key
            from unnest($2::text[], $3::text[]) as record (topic, key)) as requested
   cross join lateral (
           select from parked_record
            where consumer_group = $1 and reason <> '${UNAUTHENTICATED}'
              and (topic, key) >= (requested.topic, requested.key)
              and (topic, key) <= (requested.topic, requested.key)
            order by topic, key
            limit 1) as parked`,
};

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
  return (await tx.query<RecordKey>({ ...PARKED_KEYS, values })).rows;
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
  parked: readonly Parked[],
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
