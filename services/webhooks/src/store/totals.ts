import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { foldTotals, TOTALS_SETTINGS, totalsAsOf, totalsReader } from '@entrada/platform/db/totals';
import type { Pool } from 'pg';
import type { Window } from '../domain/delivery-log.ts';
import {
  type EndpointHour,
  latencyBucketSql,
  latencyOf,
  type NotifiedHour,
  type Totals,
} from '../domain/hours.ts';
import { EventType } from '../domain/webhook-event.ts';

/** Status codes that are counted each on its own; any other is counted with its class, such as `4xx`. */
const CODES = [
  [200, 201, 202, 204],
  [301, 302, 303, 307, 308],
  [400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 413, 415, 422, 429],
  [500, 501, 502, 503, 504],
].flat();

/** The status code of a response, or why there was none that counts. */
const RESULT = `
  case when outcome not in ('delivered', 'gone', 'redirected', 'rejected') then outcome
       when status_code = any ('{${CODES.join()}}') then status_code::text
       else coalesce(status_code / 100 || 'xx', outcome) end`;

const HOUR = `date_bin('1 hour', at, 'epoch')`;

/** The new attempts, each with its delivery. Subqueries with `offset 0` are run row by row, by primary key. */
const ATTEMPT = `
  attempt as (
    select logged.id, at, outcome, status_code, cause, coalesce(total_ms, duration_ms) as ms,
           endpoint_id, account_id, event_id, event, is_test
      from delivery_attempt as logged
     cross join lateral (
             select endpoint_id, event_id, event, is_test from delivery
              where id = delivery_id offset 0) as delivery
     cross join lateral (
             select account_id from endpoint where id = endpoint_id offset 0) as endpoint
     where logged.id > $1 and logged.id <= $2
  )`;

const ENDPOINT_HOURS = `
  endpoint_hours as (
    insert into endpoint_hour as own (endpoint_id, hour, result, latency, attempts)
    select endpoint_id, ${HOUR}, ${RESULT}, ${latencyBucketSql('ms')}, count(*)
      from attempt
     group by 1, 2, 3, 4
        on conflict (endpoint_id, hour, result, latency)
        do update set attempts = own.attempts + excluded.attempts
  )`;

/**
 * A deposit counts with the first attempt that was recorded as delivered. All attempts with a lower id are folded
 * already, or are in this batch, so it is certain which one is the first.
 */
const NOTIFIED_HOURS = `
  first_delivered as (
    select distinct on (event_id) event_id, account_id, at
      from attempt
     where outcome = 'delivered' and event = '${EventType.DepositSuccess}' and not is_test
       and not exists (
             select from delivery as other
              cross join lateral (
                      select from delivery_attempt as earlier
                       where delivery_id = other.id and outcome = 'delivered' and earlier.id <= $1
                      offset 0) as earlier
              where other.event_id = attempt.event_id
             offset 0)
     order by event_id, id
  ),
  notified_hours as (
    insert into notified_hour as own (account_id, hour, events)
    select account_id, ${HOUR}, count(*) from first_delivered group by 1, 2
        on conflict (account_id, hour) do update set events = own.events + excluded.events
  )`;

/** Tests say nothing about an endpoint: the account asked for them. */
const HEALTH = `
  health as (
    select endpoint_id, max(at) filter (where outcome = 'delivered') as success_at,
           max(at) filter (where outcome <> 'delivered') as failure_at,
           (array_agg(cause order by id desc) filter (where outcome <> 'delivered'))[1] as failure_cause,
           min(at) filter (where outcome <> 'delivered' and at > coalesce(last_success_at, '-infinity'))
             as failing_since
      from (select *, max(at) filter (where outcome = 'delivered')
                        over (partition by endpoint_id) as last_success_at
              from attempt where not is_test) as each
     group by endpoint_id
  ),
  healthy as (
    update endpoint_health as own
       set last_success_at = greatest(own.last_success_at, success_at),
           last_failure_at = greatest(own.last_failure_at, failure_at),
           last_failure_cause = coalesce(failure_cause, own.last_failure_cause),
           failing_since = case when success_at is null
                                then coalesce(own.failing_since, health.failing_since)
                                else health.failing_since end
      from health
     where own.endpoint_id = health.endpoint_id
  )`;

const FOLD = `
  with ${ATTEMPT}, ${ENDPOINT_HOURS}, ${NOTIFIED_HOURS}, ${HEALTH}
  select distinct account_id as changed from attempt`;
const ATTEMPTS = { table: 'delivery_attempt', fold: FOLD };

/** Folds new attempts into the hours and the health of endpoints, and the hours of accounts, whose ids are noted. */
export function foldAttempts(db: Pool, noteAccounts: (accountIds: readonly string[]) => void) {
  return foldTotals(db, [ATTEMPTS], noteAccounts);
}

/** The 95th percentile is the first bucket by which 95 % of the hour's responses are reached. */
const HOURS = `
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
   order by hour`;

type HourRow = { hour: Date; results: Record<string, number>; p95: number | null };

const readNotified = totalsReader(
  { table: 'notified_hour', owner: 'account_id', columns: ['events'] },
  [ATTEMPTS],
);

export type TotalsStore = ReturnType<typeof totalsStore>;

export function totalsStore(db: Pool) {
  return {
    /** Deposits first delivered, per hour that has any; or added up from each of the starts to the next. */
    async notifiedHours(
      accountId: string,
      window: Window,
      starts?: readonly Date[],
    ): Promise<Totals<NotifiedHour>> {
      const { asOf, hours } = await readNotified(db, accountId, window, starts);
      return { asOf, hours: hours.map(({ hour, events: count }) => ({ hour, count })) };
    },
    /** Hours of the window in which something was sent, oldest first. */
    endpointHours: (endpointId: string, { from, to }: Window): Promise<Totals<EndpointHour>> =>
      transactAs(
        db,
        EVERY_ACCOUNT,
        async (tx) => {
          const asOf = await totalsAsOf(tx, ATTEMPTS);
          const { rows } = await tx.query<HourRow>(prepared(HOURS, [endpointId, from, to]));
          return { asOf, hours: rows.map(toHour) };
        },
        TOTALS_SETTINGS,
      ),
  };
}

function toHour({ hour, results, p95 }: HourRow): EndpointHour {
  return { hour, results, p95Ms: p95 === null ? null : latencyOf(p95) };
}
