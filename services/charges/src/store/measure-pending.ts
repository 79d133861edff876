import type { Logger } from '@entrada/platform/telemetry/log';
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

/** Measured when somebody looks, by an index that holds nothing but pending charges. */
export function measurePending(db: Pool, now: () => Date, log: Logger) {
  return async () => {
    try {
      const { rows } = await db.query<Row>(BACKLOG);
      const { pending = 0, oldest = null } = rows[0] ?? {};
      const oldestSeconds = oldest ? (now().getTime() - oldest.getTime()) / 1000 : 0;
      return { pending, oldestSeconds: Math.max(0, oldestSeconds) };
    } catch (err) {
      log.warn({ err }, 'pending charges could not be counted');
      return null;
    }
  };
}

/** Age of the oldest refund that is PROCESSING, in seconds; null when it cannot be measured. */
export function measureRefunds(db: Pool, now: () => Date, log: Logger) {
  return async (): Promise<number | null> => {
    try {
      const { rows } = await db.query<{ oldest: Date | null }>(OLDEST_REFUND);
      const oldest = rows[0]?.oldest;
      return oldest ? Math.max(0, (now().getTime() - oldest.getTime()) / 1000) : 0;
    } catch (err) {
      log.warn({ err }, 'pending refunds could not be measured');
      return null;
    }
  };
}
