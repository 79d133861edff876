import { prepared } from '@entrada/platform/db/prepared';
import { transact } from '@entrada/platform/db/transaction';
import type { Pool, PoolClient } from 'pg';
import type { Replay } from '../domain/delivery.ts';
import { queueEndpoints } from './endpoint-queue.ts';

/** Starts the schedule again; the result of an attempt under way may still end it. */
const again = (by: 'replay' | 'redelivery') => `
  status = case endpoint.status when 'ENABLED' then 'PENDING' else 'HELD' end,
  attempts = 0, due_at = now(), finished_at = null, replayed_at = now(),
  again_by = '${by}', again_at = now()`;

const REDELIVER = `
  with again as (
    update delivery
       set ${again('redelivery')}
      from endpoint
     where delivery.id = $2 and endpoint.id = delivery.endpoint_id
       and endpoint.account_id = $1 and endpoint.deleted_at is null
    returning delivery.*
  ),
  ${queueEndpoints('again')}
  select count(*)::int as count from again`;

const IS_NO_TEST = `
  exists (select from webhook_event where webhook_event.id = event_id and position is not null)`;

/** Statuses of deliveries that are finished, for each kind of replay. */
const FINISHED = { all: ['DELIVERED', 'EXHAUSTED'], failed: ['EXHAUSTED', 'ABANDONED'] } as const;

/**
 * Counts the deliveries that were attempted, except tests. Those that wait for a retry are read by the
 * index of retries, because an endpoint may have far more that were never attempted.
 */
const COUNT = `
  select count(*)::int as count
    from ((select delivery.id
             from unnest($5::text[]) as wanted (status)
            cross join lateral (
                    select id, event_id from delivery
                     where endpoint_id = $1 and delivery.status = wanted.status
                       and created_at >= $2 and created_at < $3
                     order by created_at, id) as delivery
            where ${IS_NO_TEST}
            limit $4)
           union all
          (select id
             from (select id, event_id, created_at from delivery
                    where $6 = 'all' and endpoint_id = $1 and status = 'PENDING' and attempts > 0
                    order by due_at offset 0) as delivery
            where created_at >= $2 and created_at < $3 and ${IS_NO_TEST}
            limit $4)
           limit $4) as replayable`;

const CURRENT = 'endpoint_id = $1 and window_from = $2 and window_to = $3 and wanted = $4';

const START = `
  with started as (
    insert into replay (endpoint_id, window_from, window_to, wanted, deliveries, reading)
    values ($1, $2, $3, $4, $5, $6)
        on conflict (endpoint_id, window_from, window_to, wanted) do nothing
    returning deliveries
  )
  select deliveries from started
   union all
  select deliveries from replay where ${CURRENT}
   limit 1`;

/** The process that locks the row makes the next batch; others skip it. */
const TAKE = `
  select endpoint_id, window_from, window_to, wanted, reading
    from replay
   where $1::uuid is null or endpoint_id = $1
   order by waits_since, as_of
   limit 1 for update skip locked`;

type Reading = 'PENDING' | 'EXHAUSTED' | 'ABANDONED' | 'DELIVERED';

/** The statuses to read, in turn. Retries come first: one that is exhausted meanwhile is found after. */
const ORDER: Readonly<Record<Replay['wanted'], readonly [Reading, ...Reading[]]>> = {
  all: ['PENDING', 'EXHAUSTED', 'DELIVERED'],
  failed: ['EXHAUSTED', 'ABANDONED'],
};

/** The order and condition of the index by which each status is read. */
const SOURCE: Readonly<Record<Reading, { readonly order: string; readonly where: string }>> = {
  PENDING: { order: 'due_at', where: `status = 'PENDING' and attempts > 0` },
  EXHAUSTED: finished('EXHAUSTED'),
  ABANDONED: finished('ABANDONED'),
  DELIVERED: finished('DELIVERED'),
};

function finished(status: Reading) {
  const where = `status = '${status}' and created_at >= window_from and created_at < window_to`;
  return { order: 'created_at', where };
}

/** Reads at most $5 deliveries from where the last batch ended, in the window or not. */
const batchOf = (reading: Reading) => {
  const { order, where } = SOURCE[reading];
  return `
  with current as (
    select * from replay where ${CURRENT}
  ),
  examined as (
    select delivery.*
      from current
     cross join lateral (
             select id, event_id, created_at, replayed_at, ${order} as at from delivery
              where endpoint_id = current.endpoint_id and ${where}
                and ${order} >= read_at and (${order}, id) > (read_at, read_id)
              order by ${order}, id
              limit $5) as delivery
  ),
  again as (
    update delivery
       set ${again('replay')}
      from endpoint, current
     where delivery.id = any (array(
             select id from examined
              where created_at >= (select window_from from current)
                and created_at < (select window_to from current) and ${IS_NO_TEST}))
       and endpoint.id = delivery.endpoint_id and endpoint.deleted_at is null
       and delivery.status = '${reading}'
       and (delivery.replayed_at is null or delivery.replayed_at < current.as_of)
    returning delivery.*
  ),
  ${queueEndpoints('again')},
  noted as (
    update replay
       set read_at = last.at, read_id = last.id
      from (select at, id from examined order by at desc, id desc limit 1) as last
     where ${CURRENT}
  )
  select count(*)::int as examined from examined`;
};

const BATCH = {
  PENDING: batchOf('PENDING'),
  EXHAUSTED: batchOf('EXHAUSTED'),
  ABANDONED: batchOf('ABANDONED'),
  DELIVERED: batchOf('DELIVERED'),
} as const;

const READ_NEXT = `update replay set reading = $5, read_at = default, read_id = default where ${CURRENT}`;
const WAIT_ANEW = `update replay set waits_since = now() where ${CURRENT}`;
const FINISH = `delete from replay where ${CURRENT}`;

type ReplayRow = {
  endpoint_id: string;
  window_from: Date;
  window_to: Date;
  wanted: Replay['wanted'];
  reading: Reading;
};
export function replays(db: Pool) {
  return {
    /** Makes a delivery due now; false: there is none. */
    async redeliver(accountId: string, deliveryId: number): Promise<boolean> {
      const values = [accountId, deliveryId];
      const { rows } = await db.query<{ count: number }>(prepared(REDELIVER, values));
      return rows[0]?.count === 1;
    },
    /** How many deliveries would be replayed; counting stops at `max`. */
    async countReplayable(
      endpointId: string,
      { from, to, wanted }: Replay,
      max: number,
    ): Promise<number> {
      const values = [endpointId, from, to, max, FINISHED[wanted], wanted];
      const { rows } = await db.query<{ count: number }>(prepared(COUNT, values));
      return rows[0]?.count ?? 0;
    },
    /** Returns the count; if the same is being replayed already, that of the replay under way. */
    async startReplay(
      endpointId: string,
      { from, to, wanted }: Replay,
      count: number,
    ): Promise<number> {
      const values = [endpointId, from, to, wanted, count, ORDER[wanted][0]];
      const { rows } = await db.query<{ deliveries: number }>(prepared(START, values));
      return rows[0]?.deliveries ?? count;
    },
    /** Makes one batch of a replay due again, in one transaction. False: there is none to continue. */
    async continueReplay(max: number, endpointId?: string): Promise<boolean> {
      let taken: ReplayRow | undefined;
      try {
        await transact(db, async (tx) => {
          const { rows } = await tx.query<ReplayRow>(prepared(TAKE, [endpointId ?? null]));
          taken = rows[0];
          if (taken) await makeBatch(tx, taken, max);
        });
      } catch (error) {
        if (taken) await waitAnew(db, taken);
        throw error;
      }
      return taken !== undefined;
    },
  };
}

/** Never rejects: the caller reports why the batch failed, which may be why this fails, too. */
async function waitAnew(db: Pool, taken: ReplayRow): Promise<void> {
  await db.query(prepared(WAIT_ANEW, keyOf(taken))).catch(() => undefined);
}

const keyOf = ({ endpoint_id, window_from, window_to, wanted }: ReplayRow) => [
  endpoint_id,
  window_from,
  window_to,
  wanted,
];

async function makeBatch(tx: PoolClient, taken: ReplayRow, max: number): Promise<void> {
  const key = keyOf(taken);
  const values = [...key, max];
  const { rows } = await tx.query<{ examined: number }>(prepared(BATCH[taken.reading], values));
  if (rows[0]?.examined === max) return;
  const order = ORDER[taken.wanted];
  const next = order[order.indexOf(taken.reading) + 1];
  if (next) await tx.query(prepared(READ_NEXT, [...key, next]));
  else await tx.query(prepared(FINISH, key));
}
