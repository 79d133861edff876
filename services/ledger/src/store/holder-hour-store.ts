import { bigintArray, timestamptzArray, uuidArray } from '@entrada/platform/db/array-parameter';
import { transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { HolderHour, HourSums } from '../domain/holder-hour.ts';
import type { Window } from '../ports.ts';

export const SUM_COLUMNS = `credited_count, credited_cents, fee_cents, refunded_count, refunded_cents,
         suspense_credited_count, suspense_credited_cents`;

/** By the primary key of each row; nobody else changes the rows of accounts that are locked. */
const ADD = {
  name: 'add-holder-hours',
  text: `
  insert into holder_hour as own (holder_id, hour, ${SUM_COLUMNS})
  select *
    from unnest($1::uuid[], $2::timestamptz[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                $7::bigint[], $8::bigint[], $9::bigint[])
      on conflict (holder_id, hour) do update
     set credited_count = own.credited_count + excluded.credited_count,
         credited_cents = own.credited_cents + excluded.credited_cents,
         fee_cents = own.fee_cents + excluded.fee_cents,
         refunded_count = own.refunded_count + excluded.refunded_count,
         refunded_cents = own.refunded_cents + excluded.refunded_cents,
         suspense_credited_count = own.suspense_credited_count + excluded.suspense_credited_count,
         suspense_credited_cents = own.suspense_credited_cents + excluded.suspense_credited_cents`,
};

/** Hours by themselves, or added up from one of the given starts to the next. */
const FIND = {
  name: 'find-holder-hours',
  text: `
  select $1::uuid as holder_id, coalesce(($4::timestamptz[])[width_bucket(hour, $4::timestamptz[])], hour) as start,
         sum(credited_count)::bigint as credited_count, sum(credited_cents)::bigint as credited_cents,
         sum(fee_cents)::bigint as fee_cents,
         sum(refunded_count)::bigint as refunded_count, sum(refunded_cents)::bigint as refunded_cents,
         sum(suspense_credited_count)::bigint as suspense_credited_count,
         sum(suspense_credited_cents)::bigint as suspense_credited_cents
    from holder_hour
   where holder_id = $1 and hour >= $2 and hour < $3
   group by start
   order by start`,
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

type Row = Omit<HourRow, 'hour'> & { start: Date };

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

export async function findHours(
  db: Pool,
  accountId: string,
  { from, to }: Window,
  starts: readonly Date[],
): Promise<readonly HolderHour[]> {
  const { rows } = await transactAs(db, accountId, (tx) =>
    tx.query<Row>({ ...FIND, values: [accountId, from, to, starts] }),
  );
  return rows.map((row) => ({ ...toSums(row), holderId: row.holder_id, hour: row.start }));
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
