import { prune } from '@entrada/platform/db/prune';
import type { Pool } from 'pg';
import { KEPT_DAYS } from '../domain/delivery.ts';

/** An event takes up to ten deliveries with all their attempts along. */
const EVENTS_MAX = 1_000;
const OLD = `now() - interval '${KEPT_DAYS} days'`;

/** What is still due is never removed, however old. */
const OLD_EVENTS = `
  with doomed as (
    select id from webhook_event
     where created_at < ${OLD}
       and not exists (select from delivery where event_id = webhook_event.id and status = 'PENDING')
     order by created_at
     limit $1 for update skip locked
  ),
  attempts as (
    delete from delivery_attempt
     where delivery_id = any (array(
             select delivery.id from delivery join doomed on doomed.id = delivery.event_id))
  ),
  deliveries as (
    delete from delivery where event_id = any (array(select id from doomed))
  )
  delete from webhook_event where id = any (array(select id from doomed))`;

/** Endpoints that were deleted and of which nothing is left to show. */
const OLD_ENDPOINTS = `
  delete from endpoint
   where id = any (array(
           select id from endpoint
            where deleted_at < ${OLD}
              and not exists (select from delivery where endpoint_id = endpoint.id)
            limit $1 for update skip locked))`;

export function pruneOld(db: Pool) {
  return async (): Promise<void> => {
    await prune(db, OLD_EVENTS, EVENTS_MAX);
    await prune(db, OLD_ENDPOINTS);
  };
}
