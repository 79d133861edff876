import { BUCKET_SETTINGS, bucketParts, sumBuckets } from '@entrada/platform/db/bucket-sums';
import { transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { EndpointHour } from '../domain/hours.ts';
import { latencyOf } from '../domain/latency.ts';
import type { Rollups } from '../ports.ts';

const NOTIFIED_HOURS = {
  name: 'notified-hours',
  text: `
  select hour as start, events
    from notified_hour
   where account_id = $1 and hour >= $2 and hour < $3
   order by hour`,
};

const TABLES = {
  owner: 'account_id',
  hours: 'notified_hour',
  days: 'notified_day',
  columns: ['events'],
} as const;
const NOTIFIED_BUCKETS = {
  name: 'notified-hours-in-buckets',
  columns: TABLES.columns,
  text: bucketParts(TABLES),
};

/** The 95th percentile is the first bucket by which 95 % of the hour's responses are reached. */
const HOURS = {
  name: 'endpoint-hours',
  text: `
  with counted as (
    select hour, result, latency, attempts
      from endpoint_hour
     where endpoint_id = $1 and hour >= $2 and hour < $3
  ),
  answered as (
    select hour, latency, sum(sum(attempts)) over (partition by hour order by latency) as running,
           sum(sum(attempts)) over (partition by hour) as total
      from counted
     where result ~ '^[0-9]'
     group by hour, latency
  )
  select hour, jsonb_object_agg(result, attempts) as results,
         (select min(latency) from answered
           where answered.hour = each.hour and running >= 0.95 * total) as p95
    from (select hour, result, sum(attempts)::int as attempts from counted group by 1, 2) as each
   group by hour
   order by hour`,
};

type NotifiedRow = { start: Date; events: number };
type HourRow = { hour: Date; results: Record<string, number>; p95: number | null };

export function rollupQueries(db: Pool): Rollups {
  return {
    /** Hours by themselves, or added up from one of the given starts to the next. */
    async notifiedHours(accountId, { from, to }, starts = []) {
      const read = async (tx: ClientBase): Promise<readonly NotifiedRow[]> =>
        starts.length === 0
          ? (await tx.query<NotifiedRow>({ ...NOTIFIED_HOURS, values: [accountId, from, to] })).rows
          : sumBuckets(tx, NOTIFIED_BUCKETS, { owner: accountId, starts, end: to });
      const rows = await transactAs(db, accountId, read, BUCKET_SETTINGS);
      return rows.map(({ start: hour, events: count }) => ({ hour, count }));
    },
    async endpointHours(endpointId, { from, to }) {
      const { rows } = await db.query<HourRow>({ ...HOURS, values: [endpointId, from, to] });
      return rows.map(toHour);
    },
  };
}

function toHour({ hour, results, p95 }: HourRow): EndpointHour {
  return { hour, results, p95Ms: p95 === null ? null : latencyOf(p95) };
}
