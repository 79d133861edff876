import { dayOf } from '@entrada/platform/db/bucket-sums';
import { prune } from '@entrada/platform/db/prune';
import type { Pool } from 'pg';
import { KEPT_DAYS } from '../domain/delivery.ts';
import { NOTIFIED_KEPT_DAYS } from '../domain/hours.ts';

/** Events per batch. Each is removed with up to ten deliveries and all their attempts. */
const EVENTS_MAX = 1_000;
/** Of a bigint, in Postgres. */
const ID_MAX = 2n ** 63n - 1n;
const OLD = `now() - interval '${KEPT_DAYS} days'`;

/** What is still due is never removed, however old. */
const OLD_EVENTS = `
  with removed as (
    select id from webhook_event
     where created_at < ${OLD}
       and not exists (select from delivery where event_id = webhook_event.id and status = 'PENDING')
     order by created_at
     limit $1 for update skip locked
  ),
  attempts as (
    delete from delivery_attempt
     where delivery_id = any (array(
             select delivery.id from delivery join removed on removed.id = delivery.event_id))
  ),
  deliveries as (
    delete from delivery where event_id = any (array(select id from removed))
  ),
  notified as (
    delete from notified_event where event_id = any (array(select id from removed))
  )
  delete from webhook_event where id = any (array(select id from removed))`;

/**
 * An attempt that was recorded while its delivery was removed. Deliveries are removed about in the order of their ids,
 * so sooner or later its delivery is older than all that are left.
 */
const ORPHANED_ATTEMPTS = `
  delete from delivery_attempt
   where (delivery_id, number) in (
           select delivery_id, number from delivery_attempt
            where delivery_id < coalesce((select min(id) from delivery), ${ID_MAX})
            limit $1)`;

/** Endpoints that were deleted and have no deliveries left. */
const OLD_ENDPOINTS = `
  delete from endpoint
   where id = any (array(
           select id from endpoint
            where deleted_at < ${OLD}
              and not exists (select from delivery where endpoint_id = endpoint.id)
            limit $1 for update skip locked))`;

/** Rollups are removed by age alone, in whole days; what is counted in them may be gone long before. */
const oldHours = (table: string, days: number, time = 'hour') => `
  delete from ${table}
   where ctid = any (array(
           select ctid from ${table} where ${time} < ${dayOf(`now() - interval '${days} days'`)} limit $1))`;

export function pruneOld(db: Pool) {
  return async (): Promise<void> => {
    await prune(db, OLD_EVENTS, EVENTS_MAX);
    await prune(db, ORPHANED_ATTEMPTS);
    await prune(db, OLD_ENDPOINTS);
    await prune(db, oldHours('endpoint_hour', KEPT_DAYS));
    await prune(db, oldHours('notified_day', NOTIFIED_KEPT_DAYS, 'day'));
    await prune(db, oldHours('notified_hour', NOTIFIED_KEPT_DAYS));
  };
}
