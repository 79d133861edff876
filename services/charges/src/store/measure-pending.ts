import type { Logger } from '@entrada/platform/telemetry/log';
import type { Pool } from 'pg';

/** Beyond this the exact number no longer matters, and counting on would cost. */
const COUNT_MAX = 100_000;

const BACKLOG = `
  select count(*)::integer as pending, min(created_at) as oldest
    from (select created_at from charge
           where status = 'PENDING' order by created_at limit ${COUNT_MAX}) as backlog`;

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
