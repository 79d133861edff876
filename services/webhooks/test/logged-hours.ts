import type { Pool } from 'pg';

/** The codes of these runs, in words of their own, so that the rule is not copied. */
const LOGGED = `
  select date_trunc('hour', at, 'UTC') as hour, result, count(*)::int as attempts
    from delivery_attempt
    join delivery on delivery.id = delivery_id
   cross join lateral (
           select case when outcome in ('timeout', 'too_long', 'unresolved') then outcome
                       when status_code = 226 then '2xx' when status_code = 599 then '5xx'
                       else status_code::text end as result) as named
   where endpoint_id = $1
   group by 1, 2
   order by 1, 2`;

export async function loggedHours(db: Pool, endpointId: string) {
  const { rows } = await db.query(LOGGED, [endpointId]);
  const hours = new Map<number, { hour: Date; results: Record<string, number> }>();
  for (const { hour, result, attempts } of rows) {
    const known = hours.get(hour.getTime()) ?? { hour, results: {} as Record<string, number> };
    known.results[result] = attempts;
    hours.set(hour.getTime(), known);
  }
  return [...hours.values()];
}

/** Within the range that the buckets cover. */
const EXACT_P95 = `
  select percentile_disc(0.95) within group (order by greatest(total_ms, 1)) as ms
    from delivery_attempt
    join delivery on delivery.id = delivery_id
   where endpoint_id = $1 and outcome in ('delivered', 'rejected', 'gone')
     and at >= $2 and at < $2::timestamptz + interval '1 hour'`;

export async function loggedP95(db: Pool, endpointId: string, hour: Date): Promise<number | null> {
  const { rows } = await db.query<{ ms: number | null }>(EXACT_P95, [endpointId, hour]);
  return rows[0]?.ms ?? null;
}
