import { prepared } from '@entrada/platform/db/prepared';
import { prune } from '@entrada/platform/db/prune';
import { transact } from '@entrada/platform/db/transaction';
import type { Pool } from 'pg';
import { KEPT_DAYS, NO_ORIGIN, NO_ROOM } from '../domain/delivery.ts';
import type { DisabledReason, Endpoint } from '../domain/endpoint.ts';
import { NOTIFIED_KEPT_DAYS } from '../domain/hours.ts';
import type { WebhookEvent } from '../domain/webhook-event.ts';
import { ENDPOINT_COLUMNS } from './columns.ts';
import { queueEndpoints } from './endpoint-queue.ts';
import { insertNotice } from './notice-store.ts';
import { planDeliveries } from './plan-deliveries.ts';

/** Deliveries moved by one statement, so that none runs long. */
const SETTLED_AT_ONCE_MAX = 2_000;
const FAILING_AT_ONCE_MAX = 100;

/** Locks the feed before the endpoint, in the same order as the planning of deliveries. */
const LOCK_FEED = `
  select from feed where account_id = (select account_id from endpoint where id = $1) for update`;

const DISABLE = `
  update endpoint
     set status = 'DISABLED', disabled_at = now(), disabled_reason = $2
   where id = $1 and status = 'ENABLED' and url = $3
  returning ${ENDPOINT_COLUMNS}`;

const FAILING = `
  select endpoint_id as "endpointId", endpoint.url, coalesce(last_failure_cause, '') as cause
    from endpoint_health
    join endpoint on endpoint.id = endpoint_id and endpoint.status = 'ENABLED'
   where failing_since < now() - $1::bigint * interval '1 millisecond'
     and last_failure_at >= failing_since + $1::bigint * interval '1 millisecond'
   limit $2`;

type Move = { readonly endpoint: string; readonly from: string; readonly set: string };

const moveOf = ({ endpoint, from, set }: Move) => `
  with moved as (
    update delivery
       set ${set}
     where id = any (array(
             select chosen.id
               from endpoint
              cross join lateral (
                      select id from delivery
                       where delivery.endpoint_id = endpoint.id and delivery.status = '${from}'
                       limit $2
                         for update skip locked) as chosen
              where ${endpoint} and ($1::uuid is null or endpoint.id = $1)
              limit $2))
       and status = '${from}'
    returning *
  ),
  ${queueEndpoints('moved')}
  select count(*)::int as count from moved`;

const DISABLED = `endpoint.status = 'DISABLED' and endpoint.deleted_at is null`;
const DELETED = 'endpoint.deleted_at is not null';
const ABANDON = `status = 'ABANDONED', finished_at = now(), lease_until = null`;

const MOVES = [
  moveOf({ endpoint: DISABLED, from: 'PENDING', set: `status = 'HELD'` }),
  // The schedule starts from the first attempt again: earlier failures say nothing about today.
  moveOf({
    endpoint: `endpoint.status = 'ENABLED'`,
    from: 'HELD',
    set: `status = 'PENDING', attempts = 0, due_at = now(), replayed_at = now()`,
  }),
  moveOf({ endpoint: DELETED, from: 'PENDING', set: ABANDON }),
  moveOf({ endpoint: DELETED, from: 'HELD', set: ABANDON }),
];

export type Housekeeping = ReturnType<typeof housekeepingStore>;

export function housekeepingStore(pool: Pool) {
  return {
    /** Disables an endpoint that is still enabled at this URL and notifies its account, in one transaction. */
    disable: (
      { endpointId, url }: { readonly endpointId: string; readonly url: string },
      reason: DisabledReason,
      eventOf: (endpoint: Endpoint) => WebhookEvent,
    ): Promise<void> =>
      transact(pool, async (tx) => {
        await tx.query(prepared(LOCK_FEED, [endpointId]));
        const values = [endpointId, reason, url];
        const [endpoint] = (await tx.query<Endpoint>(prepared(DISABLE, values))).rows;
        if (!endpoint) return;
        const event = eventOf(endpoint);
        const { accountId, name } = endpoint;
        const kind = reason === 'GONE' ? 'ENDPOINT_GONE' : 'ENDPOINT_FAILING';
        await insertNotice(tx, { accountId, kind, name, url });
        await planDeliveries(0)(tx, [{ ...event, ...NO_ORIGIN }], NO_ROOM);
      }),
    /** Enabled endpoints whose failures have gone on for so long without one success. */
    async failingFor(ms: number) {
      type Failing = { readonly endpointId: string; readonly url: string; readonly cause: string };
      const values = [ms, FAILING_AT_ONCE_MAX];
      return (await pool.query<Failing>(prepared(FAILING, values))).rows;
    },
    /**
     * Moves deliveries whose endpoint was disabled, enabled or deleted to the status that fits; of any
     * endpoint if none is given. True: there may be more.
     */
    async settle(endpointId?: string): Promise<boolean> {
      let mayBeMore = false;
      for (const move of MOVES) {
        const values = [endpointId ?? null, SETTLED_AT_ONCE_MAX];
        const { rows } = await pool.query<{ count: number }>(prepared(move, values));
        mayBeMore ||= rows[0]?.count === SETTLED_AT_ONCE_MAX;
      }
      return mayBeMore;
    },
    prune: pruneOld(pool),
  };
}

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

/** Totals are removed by age alone; what is counted in them may be gone long before. */
const oldHours = (table: string, days: number) => `
  delete from ${table}
   where ctid = any (array(
           select ctid from ${table} where hour < now() - interval '${days} days' limit $1))`;

/** Removes events that are too old to be replayed, unless a delivery of theirs is still due. */
function pruneOld(db: Pool) {
  return async (): Promise<void> => {
    await prune(db, OLD_EVENTS, EVENTS_MAX);
    await prune(db, ORPHANED_ATTEMPTS);
    await prune(db, OLD_ENDPOINTS);
    await prune(db, oldHours('endpoint_hour', KEPT_DAYS));
    await prune(db, oldHours('notified_hour', NOTIFIED_KEPT_DAYS));
  };
}
