import type { ClientBase } from 'pg';
import { textArray } from '../db/array-parameter.ts';
import type { ReceivedRecord } from './event-log.ts';

/** Why a record was set aside; a closed set, because it labels a metric. */
export type ParkReason = 'no_event_id' | 'undecodable' | 'unprocessable' | 'behind_parked';

export type Parked = {
  readonly record: ReceivedRecord;
  readonly reason: ParkReason;
  readonly detail: string;
};

const PARKED_KEYS = {
  name: 'parked-keys',
  text: `
  select distinct topic, key
    from parked_record
    join unnest($2::text[], $3::text[]) as asked (topic, key) using (topic, key)
   where consumer_group = $1`,
};

const PARK = `
  insert into parked_record
         (consumer_group, topic, partition, log_offset, key, value, headers, reason, detail)
  select $1, *
    from unnest($2::text[], $3::integer[], $4::bigint[], $5::text[], $6::bytea[], $7::jsonb[],
                $8::text[], $9::text[])
  on conflict do nothing
  returning reason`;

const DETAIL_LENGTH_MAX = 500;

export function keyName({ topic, key }: { topic: string; key: string }): string {
  return `${topic} ${storable(key)}`;
}

/** Postgres has no NUL in text; a record that carries one must not block its partition for ever. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

/** Those keys of the records that already have a record set aside; later ones wait behind it. */
export async function parkedKeys(
  tx: ClientBase,
  group: string,
  records: readonly ReceivedRecord[],
): Promise<Set<string>> {
  type Row = { topic: string; key: string };
  const { rows } = await tx.query<Row>({
    ...PARKED_KEYS,
    values: [
      group,
      textArray(records.map(({ topic }) => topic)),
      textArray(records.map(({ key }) => storable(key))),
    ],
  });
  return new Set(rows.map(keyName));
}

/** Returns the reasons of those that were not there yet. */
export async function park(
  tx: ClientBase,
  group: string,
  parked: readonly Parked[],
): Promise<ParkReason[]> {
  if (parked.length === 0) return [];
  const records = parked.map(({ record }) => record);
  const { rows } = await tx.query<{ reason: ParkReason }>(PARK, [
    group,
    records.map(({ topic }) => topic),
    records.map(({ partition }) => partition),
    records.map(({ offset }) => offset),
    records.map(({ key }) => storable(key)),
    records.map(({ value }) => value),
    records.map(({ headers }) => JSON.stringify(headers).replaceAll('\\u0000', '\uFFFD')),
    parked.map(({ reason }) => reason),
    parked.map(({ detail }) => storable(detail).slice(0, DETAIL_LENGTH_MAX)),
  ]);
  return rows.map(({ reason }) => reason);
}
