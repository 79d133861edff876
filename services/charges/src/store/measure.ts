import type { Pool } from 'pg';

/** Beyond this the exact number no longer matters, and counting on would cost. */
const COUNT_MAX = 100_000;

const BACKLOG = `
  select count(*)::integer as pending, min(created_at) as oldest
    from (select created_at from charge
           where status = 'PENDING' order by created_at limit ${COUNT_MAX}) as backlog`;

/** By the index of returns that have not ended. */
const OLDEST_REFUND = `
  select min(created_at) as oldest from payment_return where status = 'PROCESSING' and origin <> 'BANK'`;

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

const MEASURE = `
  select least((select read_to from bank_window where ends_at is null),
               (select min(starts_at) from bank_window
                 where read_to is null and ends_at is not null and problem is null)) as watermark,
         (select count(*)::integer from unclear_payment
           where resolved_at is null and attempts > 0) as unclear,
         (select count(*)::integer from bank_window
           where problem is not null and not dismissed) as windows`;

type SweepRow = { watermark: Date | null; unclear: number; windows: number };

/** How far behind the sweep is, and how many payments and windows could not be taken in so far. */
export function measureSweep(db: Pool, now: () => Date) {
  return async () => {
    const { rows } = await db.query<SweepRow>(MEASURE);
    const { watermark = null, unclear = 0, windows = 0 } = rows[0] ?? {};
    const ageMs = watermark && Math.max(0, now().getTime() - watermark.getTime());
    return { watermarkAgeSeconds: ageMs === null ? null : ageMs / 1000, unclear, windows };
  };
}
