import { dayOf } from '@entrada/platform/db/bucket-sums';
import { latencyBucketSql } from '../domain/latency.ts';
import { EventType } from '../domain/webhook-event.ts';

/** Status codes that are counted each on its own; any other is counted with its class, such as `4xx`. */
const CODES = [
  [200, 201, 202, 204],
  [301, 302, 303, 307, 308],
  [400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 413, 415, 422, 429],
  [500, 501, 502, 503, 504],
].flat();

/** The status code of a response, or why there was none that counts. */
const RESULT_OF = `
  case when outcome not in ('delivered', 'gone', 'redirected', 'rejected') then outcome
       when status_code = any ('{${CODES.join()}}') then status_code::text
       else coalesce(status_code / 100 || 'xx', outcome) end`;

const HOUR_OF = `date_bin('1 hour', at, 'epoch')`;

/**
 * Counts the attempts that `logged` has added, so that a batch that is recorded again counts once. Rows are
 * written in the order of their keys: two senders that count the same ones wait for, and never
 * deadlock with, each other.
 */
export const ATTEMPT_HOURS = `
  attempt_hours as (
    insert into endpoint_hour (endpoint_id, hour, result, latency, attempts)
    select endpoint_id, ${HOUR_OF}, ${RESULT_OF}, ${latencyBucketSql('total_ms')}, count(*)
      from logged
      join delivery on delivery.id = logged.delivery_id
     group by 1, 2, 3, 4
     order by 1, 2, 3, 4
        on conflict (endpoint_id, hour, result, latency)
        do update set attempts = endpoint_hour.attempts + excluded.attempts
  )`;

/** Whether a result is the first to report a deposit at its endpoint. */
export const NOTIFIES = `
  (result.status = 'DELIVERED' and delivery.notified_at is null
   and delivery.event = '${EventType.DepositSuccess}' and not delivery.is_test)`;

/**
 * Counts the deposits that `recorded` has reported. A delivery counts by itself if it is the only one of its
 * event; if there are others, the first that is recorded counts.
 */
export const NOTIFIED_HOURS = `
  notified as (
    select event_id, account_id, at,
           exists (select from delivery as other
                    where other.event_id = recorded.event_id
                      and other.endpoint_id <> recorded.endpoint_id) as is_shared
      from recorded
      join endpoint on endpoint.id = endpoint_id
     where is_notified
  ),
  shared as (
    insert into notified_event (event_id, account_id, at)
    select distinct on (event_id) event_id, account_id, at
      from notified
     where is_shared
     order by event_id, at
        on conflict (event_id) do nothing
    returning account_id, at
  ),
  counted as (
    select account_id, ${HOUR_OF} as hour, count(*) as events
      from (select account_id, at from notified where not is_shared
            union all
            select account_id, at from shared) as each
     group by 1, 2
  ),
  notified_days as (
    insert into notified_day as own (account_id, day, events)
    select account_id, ${dayOf('hour')}, sum(events) from counted group by 1, 2 order by 1, 2
        on conflict (account_id, day) do update set events = own.events + excluded.events
  )
  insert into notified_hour as own (account_id, hour, events)
  select account_id, hour, events from counted order by 1, 2
      on conflict (account_id, hour) do update set events = own.events + excluded.events`;
