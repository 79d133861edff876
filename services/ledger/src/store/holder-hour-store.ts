import { bigintArray, timestamptzArray, uuidArray } from '@entrada/platform/db/array-parameter';
import { BUCKET_SETTINGS, bucketParts, dayOf, sumBuckets } from '@entrada/platform/db/bucket-sums';
import { transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { HolderHour, HourSums } from '../domain/holder-hour.ts';
import type { Window } from '../ports.ts';

export const COLUMNS = [
  'credited_count',
  'credited_cents',
  'fee_cents',
  'refunded_count',
  'refunded_cents',
  'suspense_credited_count',
  'suspense_credited_cents',
] as const;
export const SUM_COLUMNS = COLUMNS.join(', ');
const SUMS = COLUMNS.map((name) => `sum(${name})::bigint as ${name}`).join(', ');
const ADDED = COLUMNS.map((name) => `${name} = own.${name} + excluded.${name}`).join(', ');

/** Of every session that adds hours as it books; for others, such as those of an earlier version, the database counts. */
export const COUNTS_HOURS = '-c app.counts_hours=on';

/**
 * By the primary key of each row. All who book have the accounts locked; `fill_step` of a migration changes rows
 * without that, but this version starts when it has ended.
 */
const ADD = {
  name: 'add-holder-hours',
  text: `
  with added as (
    select *
      from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                  $7::bigint[], $8::bigint[], $9::bigint[]) as own (holder_id, hour, ${SUM_COLUMNS})
  ),
  days as (
    insert into holder_day as own (holder_id, day, ${SUM_COLUMNS})
    select holder_id, ${dayOf('hour')}, ${SUMS} from added group by 1, 2
        on conflict (holder_id, day) do update set ${ADDED}
  )
  insert into holder_hour as own (holder_id, hour, ${SUM_COLUMNS})
  select * from added
      on conflict (holder_id, hour) do update set ${ADDED}`,
};

const FIND_HOURS = {
  name: 'find-holder-hours',
  text: `
  select hour as start, ${SUM_COLUMNS}
    from holder_hour
   where holder_id = $1 and hour >= $2 and hour < $3
   order by hour`,
};

const TABLES = {
  owner: 'holder_id',
  hours: 'holder_hour',
  days: 'holder_day',
  columns: COLUMNS,
} as const;
const FIND_BUCKETS = {
  name: 'find-holder-hours-in-buckets',
  columns: COLUMNS,
  text: bucketParts(TABLES),
};

export type HourRow = {
  holder_id: string;
  hour: Date;
  credited_count: number;
  credited_cents: number;
  fee_cents: number;
  refunded_count: number;
  refunded_cents: number;
  suspense_credited_count: number;
  suspense_credited_cents: number;
};

type Row = Omit<HourRow, 'hour' | 'holder_id'> & { start: Date };

/** Once a batch for each account and hour. */
export async function addHours(tx: ClientBase, hours: readonly HolderHour[]): Promise<void> {
  if (hours.length === 0) return;
  await tx.query({
    ...ADD,
    values: [
      uuidArray(hours.map(({ holderId }) => holderId)),
      timestamptzArray(hours.map(({ hour }) => hour)),
      bigintArray(hours.map(({ creditedCount }) => creditedCount)),
      bigintArray(hours.map(({ creditedCents }) => creditedCents)),
      bigintArray(hours.map(({ feeCents }) => feeCents)),
      bigintArray(hours.map(({ refundedCount }) => refundedCount)),
      bigintArray(hours.map(({ refundedCents }) => refundedCents)),
      bigintArray(hours.map(({ suspenseCreditedCount }) => suspenseCreditedCount)),
      bigintArray(hours.map(({ suspenseCreditedCents }) => suspenseCreditedCents)),
    ],
  });
}

/** Hours by themselves, or added up from one of the given starts to the next. */
export async function findHours(
  db: Pool,
  holderId: string,
  { from, to }: Window,
  starts: readonly Date[],
): Promise<readonly HolderHour[]> {
  const read = async (tx: ClientBase): Promise<readonly Row[]> =>
    starts.length === 0
      ? (await tx.query<Row>({ ...FIND_HOURS, values: [holderId, from, to] })).rows
      : sumBuckets(tx, FIND_BUCKETS, { owner: holderId, starts, end: to });
  const rows = await transactAs(db, holderId, read, BUCKET_SETTINGS);
  return rows.map((row) => ({ ...toSums(row), holderId, hour: row.start }));
}

export function toSums(row: Omit<HourRow, 'hour' | 'holder_id'>): HourSums {
  return {
    creditedCount: row.credited_count,
    creditedCents: row.credited_cents,
    feeCents: row.fee_cents,
    refundedCount: row.refunded_count,
    refundedCents: row.refunded_cents,
    suspenseCreditedCount: row.suspense_credited_count,
    suspenseCreditedCents: row.suspense_credited_cents,
  };
}
