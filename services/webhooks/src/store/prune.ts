import { transact } from '@entrada/platform/db/transaction';
import type { Pool } from 'pg';

const EVENTS_AT_ONCE_MAX = 1_000;

/** Of all processes one prunes at a time; the others have nothing to add. */
const LEASE = {
  name: 'prune-lease',
  text: `select pg_try_advisory_xact_lock(hashtextextended('prune webhooks', 0)) as is_mine`,
};

/** What is still due is never removed, however old. */
const PRUNE = {
  name: 'prune-events',
  text: `
  with doomed as (
    select id from webhook_event
     where created_at < $1
       and not exists (select from delivery where event_id = webhook_event.id and status = 'PENDING')
     order by created_at
     limit $2
  ),
  attempts as (
    delete from delivery_attempt
     where delivery_id = any (array(
             select delivery.id from delivery join doomed on doomed.id = delivery.event_id))
  ),
  deliveries as (
    delete from delivery where event_id = any (array(select id from doomed))
  )
  delete from webhook_event where id = any (array(select id from doomed))`,
};

/** Endpoints that were deleted and of which nothing is left to show. */
const PRUNE_ENDPOINTS = {
  name: 'prune-endpoints',
  text: `
  delete from endpoint
   where deleted_at < $1
     and not exists (select from delivery where endpoint_id = endpoint.id)`,
};

/** True when there may be more. */
export function pruneEvents(pool: Pool) {
  return (before: Date): Promise<boolean> =>
    transact(pool, async (tx) => {
      const { rows } = await tx.query<{ is_mine: boolean }>(LEASE);
      if (!rows[0]?.is_mine) return false;
      const pruned = await tx.query({ ...PRUNE, values: [before, EVENTS_AT_ONCE_MAX] });
      if (pruned.rowCount === EVENTS_AT_ONCE_MAX) return true;
      await tx.query({ ...PRUNE_ENDPOINTS, values: [before] });
      return false;
    });
}
