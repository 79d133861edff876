import type { Pool } from 'pg';

/** Beyond this the exact number no longer matters, and counting on would cost. */
const COUNT_MAX = 100_000;

const BACKLOG = `
  select count(*)::integer as pending, min(created_at) as oldest
    from (select created_at from charge
           where status = 'PENDING' order by created_at limit ${COUNT_MAX}) as backlog`;

/** By the index of refunds that have not ended. */
const OLDEST_REFUND = `select min(created_at) as oldest from refund where status = 'PROCESSING'`;

type Row = { pending: number; oldest: Date | null };

/** By an index that holds nothing but pending charges. */
export function measurePending(db: Pool, now: () => Date) {
  return async () => {
    const { rows } = await db.query<Row>(BACKLOG);
    const { pending = 0, oldest = null } = rows[0] ?? {};
    return { pending, oldestSeconds: ageInSeconds(oldest, now()) };
  };
}

/** Age of the oldest refund that is PROCESSING, in seconds. */
export function measureRefunds(db: Pool, now: () => Date) {
  return async (): Promise<number> => {
    const { rows } = await db.query<{ oldest: Date | null }>(OLDEST_REFUND);
    return ageInSeconds(rows[0]?.oldest ?? null, now());
  };
}

function ageInSeconds(oldest: Date | null, now: Date): number {
  return oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0;
}
