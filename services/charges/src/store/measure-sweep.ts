import type { Pool } from 'pg';

const MEASURE = `
  select (select watermark from job where name = 'sweep') as watermark,
         (select count(*)::integer from unclear_payment
           where resolved_at is null and attempts > 0 and window_from is null) as unclear,
         (select count(*)::integer from unclear_payment
           where resolved_at is null and window_from is not null) as windows`;

type Row = { watermark: Date | null; unclear: number; windows: number };

/** How far behind the sweep is, and how many payments and windows could not be taken in so far. */
export function measureSweep(db: Pool, now: () => Date) {
  return async () => {
    const { rows } = await db.query<Row>(MEASURE);
    const { watermark = null, unclear = 0, windows = 0 } = rows[0] ?? {};
    const ageMs = watermark && Math.max(0, now().getTime() - watermark.getTime());
    return { watermarkAgeSeconds: ageMs === null ? null : ageMs / 1000, unclear, windows };
  };
}
