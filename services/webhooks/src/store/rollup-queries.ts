import { transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { EndpointHour } from '../domain/hours.ts';
import { latencyOf } from '../domain/latency.ts';
import type { Rollups } from '../ports.ts';

/** Hours by themselves, or added up from one of the given starts to the next. */
const NOTIFIED = {
  name: 'notified-hours',
  text: `
  select coalesce(($4::timestamptz[])[width_bucket(hour, $4::timestamptz[])], hour) as start, sum(events)::int as count
    from notified_hour
   where account_id = $1 and hour >= $2 and hour < $3
   group by start
   order by start`,
};

/** The 95th percentile is the first bucket by which so many of the hour's answers are reached. */
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

type HourRow = { hour: Date; results: Record<string, number>; p95: number | null };

export function rollupQueries(db: Pool): Rollups {
  return {
    async notifiedHours(accountId, { from, to }, starts = []) {
      const values = [accountId, from, to, starts];
      const { rows } = await transactAs(db, accountId, (tx) =>
        tx.query<{ start: Date; count: number }>({ ...NOTIFIED, values }),
      );
      return rows.map(({ start: hour, count }) => ({ hour, count }));
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
