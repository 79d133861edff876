import type { Pool } from 'pg';

/** Beyond this the exact number no longer matters, nor the age of a charge that is due later than so many others. */
const COUNT_MAX = 100_000;

/** Each by an index of what is not done. Everything up to `sweptTo` was listed by the bank. */
const MEASURE = `
  select pending.*,
         (select min(created_at) from payment_return
           where status = 'PROCESSING' and origin <> 'BANK') as "refundSince",
         least((select read_to from bank_window where ends_at is null),
               (select min(starts_at) from bank_window
                 where read_to is null and ends_at is not null and problem is null)) as "sweptTo",
         (select count(*)::integer from unclear_payment
           where resolved_at is null and attempts > 0) as unclear,
         (select count(*)::integer from bank_window
           where problem is not null and not dismissed) as windows
    from (select count(*)::integer as pending, min(created_at) as "pendingSince"
            from (select created_at from charge
                   where status = 'PENDING' order by check_at limit ${COUNT_MAX}) as backlog) as pending`;

type Figures = {
  readonly pending: number;
  readonly pendingSince: Date | null;
  readonly refundSince: Date | null;
  /** Null: nothing was swept so far. */
  readonly sweptTo: Date | null;
  readonly unclear: number;
  readonly windows: number;
};

/** How much waits, and since when. */
export async function measure(db: Pool): Promise<Figures> {
  const { rows } = await db.query<Figures>(MEASURE);
  return rows[0] as Figures;
}
