import type { Pool } from 'pg';
import type { DeliveryLog } from '../ports.ts';
import { DUE_AGAIN } from './new-deliveries.ts';

/** The schedule begins anew; what is under way just now may still end it early. */
const AGAIN = `
  status = case endpoint.status when 'ENABLED' then 'PENDING' else 'HELD' end,
  attempts = 0, due_at = now(), finished_at = null, replayed_at = now()`;

const WAKE = `case when count(*) > 0 then pg_notify('delivery', '${DUE_AGAIN}') end`;

const REDELIVER = {
  name: 'redeliver',
  text: `
  with again as (
    update delivery
       set ${AGAIN}
      from endpoint
     where delivery.id = $2 and endpoint.id = delivery.endpoint_id
       and endpoint.account_id = $1 and endpoint.deleted_at is null
    returning 1
  )
  select count(*)::int as count, ${WAKE} from again`,
};

const CHOSEN = `created_at >= $2 and created_at < $3 and (replayed_at is null or replayed_at < $5)`;
const IS_NO_TEST = `
  exists (select from webhook_event where webhook_event.id = event_id and position is not null)`;

/**
 * What was tried, other than tests and what this replay has already made due: some of that may
 * have been delivered again while the replay goes on. What waits for a retry is read by the index
 * that holds nothing else, because an endpoint may have far more that was never tried.
 */
const REPLAYABLE = `
  (select delivery.id
     from unnest(array['DELIVERED', 'EXHAUSTED']) as wanted (status)
    cross join lateral (
            select id, event_id from delivery
             where endpoint_id = $1 and delivery.status = wanted.status and ${CHOSEN}
             order by created_at, id) as delivery
    where ${IS_NO_TEST}
    limit $4)
   union all
  (select id
     from (select id, event_id, created_at, replayed_at from delivery
            where endpoint_id = $1 and status = 'PENDING' and attempts > 0
            order by due_at offset 0) as delivery
    where ${CHOSEN} and ${IS_NO_TEST}
    limit $4)
   limit $4`;

const COUNT = {
  name: 'count-replayable',
  text: `select count(*)::int as count from (${REPLAYABLE}) as replayable`,
};

const REPLAY = {
  name: 'replay-window',
  text: `
  with again as (
    update delivery
       set ${AGAIN}
      from endpoint
     where delivery.id = any (array(${REPLAYABLE}))
       and endpoint.id = delivery.endpoint_id
    returning 1
  )
  select count(*)::int as count, ${WAKE} from again`,
};

type Replays = Pick<DeliveryLog, 'redeliver' | 'time' | 'countReplayable' | 'replay'>;

export function replays(db: Pool): Replays {
  const countOf = async (query: { name: string; text: string }, values: unknown[]) => {
    const { rows } = await db.query<{ count: number }>({ ...query, values });
    return rows[0]?.count ?? 0;
  };
  return {
    redeliver: async (accountId, deliveryId) =>
      (await countOf(REDELIVER, [accountId, deliveryId])) === 1,
    async time() {
      const { rows } = await db.query<{ now: Date }>('select now()');
      return rows[0]?.now ?? new Date(0);
    },
    countReplayable: (endpointId, { from, to, asOf }, max) =>
      countOf(COUNT, [endpointId, from, to, max, asOf]),
    replay: (endpointId, { from, to, asOf }, max) =>
      countOf(REPLAY, [endpointId, from, to, max, asOf]),
  };
}
