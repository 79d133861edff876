import { bigintArray } from '@entrada/platform/db/array-parameter';
import type { Pool } from 'pg';
import type { Deliveries } from '../ports.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import { timeOf } from './micros.ts';
import { recordAttempts } from './record-attempts.ts';

/** Only leases that are still ours: a delivery may have been claimed by another process meanwhile. */
const RELEASE = {
  name: 'release-deliveries',
  text: `
  update delivery
     set lease_until = null
    from unnest($1::bigint[], $2::bigint[]) as mine (id, lease)
   where delivery.id = mine.id and delivery.lease_until = ${timeOf('mine.lease')}`,
};

const NEXT_RETRY = {
  name: 'next-retry',
  text: `
  select ceil(extract(epoch from min(due_at) - now()) * 1000)::int as wait_ms
    from delivery
   where status = 'PENDING' and attempts > 0 and due_at > now()`,
};

/** Counting stops here: beyond it the figure only has to be alarming. */
const BACKLOG_COUNTED_MAX = 100_000;

const BACKLOG = {
  name: 'due-backlog',
  text: `
  select count(*)::int as count,
         coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as oldest_seconds
    from (select due_at from delivery
           where status = 'PENDING' and attempts = 0
          union all
          select due_at from delivery
           where status = 'PENDING' and attempts > 0 and due_at <= now()
          limit $1) as due`,
};

type Options = { readonly leaseMs: number; readonly randomUuid: () => string };

export function deliveryStore(db: Pool, options: Options): Deliveries {
  return {
    ...claimDeliveries(db, options),
    record: recordAttempts(db),
    async release(claimed) {
      const ids = bigintArray(claimed.map(({ id }) => id));
      const leases = bigintArray(claimed.map(({ lease }) => lease));
      await db.query({ ...RELEASE, values: [ids, leases] });
    },
    async nextRetryInMs() {
      const { rows } = await db.query<{ wait_ms: number | null }>(NEXT_RETRY);
      return rows[0]?.wait_ms ?? null;
    },
  };
}

export type Backlog = { readonly count: number; readonly oldestSeconds: number };

export async function dueBacklog(db: Pool): Promise<Backlog> {
  const { rows } = await db.query<{ count: number; oldest_seconds: number }>({
    ...BACKLOG,
    values: [BACKLOG_COUNTED_MAX],
  });
  return { count: rows[0]?.count ?? 0, oldestSeconds: rows[0]?.oldest_seconds ?? 0 };
}

const STATES = {
  name: 'endpoint-states',
  text: `
  select case status when 'ENABLED' then status else disabled_reason end as state,
         count(*)::int as count
    from endpoint
   where deleted_at is null
   group by 1`,
};

const NO_ENDPOINTS = { ENABLED: 0, OWNER: 0, GONE: 0, FAILING: 0 } as const;

export async function endpointStates(db: Pool): Promise<Record<keyof typeof NO_ENDPOINTS, number>> {
  const { rows } = await db.query<{ state: keyof typeof NO_ENDPOINTS; count: number }>(STATES);
  return { ...NO_ENDPOINTS, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
}
