import { transact } from '@entrada/platform/db/transaction';
import type { Pool } from 'pg';
import { type Housekeeping, NO_ORIGIN, NO_ROOM } from '../ports.ts';
import { ENDPOINT_COLUMNS, type EndpointRow, toEndpoint } from './endpoint-row.ts';
import { DUE_AGAIN } from './new-deliveries.ts';
import { insertNotice } from './notice-store.ts';
import { planTransaction } from './plan-deliveries.ts';
import { pruneOld } from './prune.ts';

/** Deliveries moved by one statement, so that none runs long. */
const SETTLED_AT_ONCE_MAX = 2_000;
const FAILING_AT_ONCE_MAX = 100;

/** Locks the feed before the endpoint, in the same order as the planning of deliveries. */
const LOCK_FEED = {
  name: 'lock-feed-of-endpoint',
  text: `
  select from feed where account_id = (select account_id from endpoint where id = $1) for update`,
};

const DISABLE = {
  name: 'disable-endpoint',
  text: `
  update endpoint
     set status = 'DISABLED', disabled_at = now(), disabled_reason = $2
   where id = $1 and status = 'ENABLED'
  returning ${ENDPOINT_COLUMNS}`,
};

const FAILING = {
  name: 'failing-endpoints',
  text: `
  select endpoint_id, coalesce(last_failure_cause, '') as cause
    from endpoint_health
    join endpoint on endpoint.id = endpoint_id and endpoint.status = 'ENABLED'
   where failing_since < now() - $1::bigint * interval '1 millisecond'
     and last_failure_at >= failing_since + $1::bigint * interval '1 millisecond'
   limit $2`,
};

type Move = { readonly endpoint: string; readonly from: string; readonly set: string };

const moveOf = (name: string, { endpoint, from, set }: Move) => ({
  name,
  text: `
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
    returning 1
  )
  select count(*)::int as count, case when count(*) > 0 then pg_notify('delivery', '${DUE_AGAIN}') end
    from moved`,
});

const DISABLED = `endpoint.status = 'DISABLED' and endpoint.deleted_at is null`;
const DELETED = 'endpoint.deleted_at is not null';
const ABANDON = `status = 'ABANDONED', finished_at = now(), lease_until = null`;

const MOVES = [
  moveOf('hold-deliveries', { endpoint: DISABLED, from: 'PENDING', set: `status = 'HELD'` }),
  // The schedule starts from the first attempt again: earlier failures say nothing about today.
  moveOf('resume-deliveries', {
    endpoint: `endpoint.status = 'ENABLED'`,
    from: 'HELD',
    set: `status = 'PENDING', attempts = 0, due_at = now(), replayed_at = now()`,
  }),
  moveOf('abandon-pending', { endpoint: DELETED, from: 'PENDING', set: ABANDON }),
  moveOf('abandon-held', { endpoint: DELETED, from: 'HELD', set: ABANDON }),
];

export function housekeepingStore(pool: Pool): Housekeeping {
  return {
    disable: (endpointId, reason, eventOf) =>
      transact(pool, async (tx) => {
        await tx.query({ ...LOCK_FEED, values: [endpointId] });
        const values = [endpointId, reason];
        const { rows } = await tx.query<EndpointRow>({ ...DISABLE, values });
        if (!rows[0]) return;
        const endpoint = toEndpoint(rows[0]);
        const event = eventOf(endpoint);
        const { accountId, name, url } = endpoint;
        const kind = reason === 'GONE' ? 'ENDPOINT_GONE' : 'ENDPOINT_FAILING';
        await insertNotice(tx, { accountId, kind, name, url });
        await planTransaction(tx, 0).plan([{ ...event, ...NO_ORIGIN }], NO_ROOM);
      }),
    async failingFor(ms) {
      const { rows } = await pool.query<{ endpoint_id: string; cause: string }>({
        ...FAILING,
        values: [ms, FAILING_AT_ONCE_MAX],
      });
      return rows.map(({ endpoint_id: endpointId, cause }) => ({ endpointId, cause }));
    },
    async settle(endpointId) {
      let mayBeMore = false;
      for (const move of MOVES) {
        const values = [endpointId ?? null, SETTLED_AT_ONCE_MAX];
        const { rows } = await pool.query<{ count: number }>({ ...move, values });
        mayBeMore ||= rows[0]?.count === SETTLED_AT_ONCE_MAX;
      }
      return mayBeMore;
    },
    prune: pruneOld(pool),
  };
}
