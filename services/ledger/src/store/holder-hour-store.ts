import { prepared } from '@entrada/platform/db/prepared';
import { columnOf, namedColumns } from '@entrada/platform/db/row-parameters';
import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { totalsAsOf, totalsReader } from '@entrada/platform/db/totals';
import { HOUR_MS } from '@entrada/platform/time/units';
import type { Pool } from 'pg';
import { type ComparedHour, HOUR_SUMS, type HourSums, NO_SUMS } from '../domain/holder-hour.ts';
import { PLATFORM_ID } from '../domain/posting.ts';
import { readBooks } from './statement-store.ts';

const COLUMNS = HOUR_SUMS.map(columnOf);
const ALL_COLUMNS = COLUMNS.join(', ');

type HolderRow = HourSums & { readonly holder_id: string };

/**
 * What an entry `e` of a transaction `t` counts for. A deposit always has a side of the settlement, also when it is all
 * fee. A refund counts when the bank has settled it, so one that failed never did; holds and releases count nothing. A
 * return by the bank counts as far as the account paid for it, also where it owes that now; what was taken from suspense
 * had never been credited. So available - owed = credited + suspense credited - refunded - what is held for refunds.
 */
const COUNTS = `coalesce(e.holder_id, t.holder_id) <> '${PLATFORM_ID}'
     and (t.kind = 'DEPOSIT' and e.account in ('settlement', 'fees', 'available')
       or t.kind = 'REFUND_SETTLE' and e.account = 'settlement'
       or t.kind in ('SUSPENSE_CREDIT', 'BANK_RETURN', 'SUSPENSE_REFUND') and e.account = 'available')`;
const COUNTED = `
         count(*) filter (where kind = 'DEPOSIT' and account = 'settlement') as "creditedCount",
         coalesce(sum(amount_cents) filter (where kind = 'DEPOSIT' and account = 'available'), 0)::bigint as "creditedCents",
         coalesce(sum(amount_cents) filter (where account = 'fees'), 0)::bigint as "feeCents",
         count(*) filter (where kind in ('REFUND_SETTLE', 'BANK_RETURN', 'SUSPENSE_REFUND')) as "refundedCount",
         coalesce(sum(case kind when 'REFUND_SETTLE' then amount_cents else -amount_cents end)
           filter (where kind in ('REFUND_SETTLE', 'BANK_RETURN', 'SUSPENSE_REFUND')), 0)::bigint as "refundedCents",
         count(*) filter (where kind = 'SUSPENSE_CREDIT') as "suspenseCreditedCount",
         coalesce(sum(amount_cents) filter (where kind = 'SUSPENSE_CREDIT'), 0)::bigint as "suspenseCreditedCents"`;

/** The limit makes it a look by the primary key for each entry, whatever the statistics say. */
const FOLD = `
  insert into holder_hour as own (holder_id, hour, ${ALL_COLUMNS})
  select coalesce(e.holder_id, t.holder_id), date_trunc('hour', e.at, 'UTC'), ${COUNTED}
    from entry e,
         lateral (select kind, holder_id from ledger_transaction where id = e.transaction_id limit 1) as t
   where e.id > $1 and e.id <= $2 and ${COUNTS}
   group by 1, 2
      on conflict (holder_id, hour) do update
     set ${COLUMNS.map((name) => `${name} = own.${name} + excluded.${name}`).join(', ')}
  returning holder_id as changed`;

/** The totals of the entries: an account's hours follow them behind the path. */
export const HOLDER_HOURS = { table: 'entry', fold: FOLD };

/** Hours that begin in the window, oldest first; added up from each start to the next, if there are any. */
export const findHours = totalsReader(
  { table: 'holder_hour', owner: 'holder_id', columns: HOUR_SUMS },
  [HOLDER_HOURS],
);

/**
 * What the entries of a stretch say that are in the totals. Entries are looked up transaction by transaction whatever the
 * statistics are: `offset 0` keeps the planner from a join.
 */
const BY_BOOKS = `
  select coalesce(e.holder_id, t.holder_id) as holder_id, ${COUNTED}
    from ledger_transaction t,
         lateral (select id, account, holder_id, amount_cents from entry where transaction_id = t.id offset 0) as e
   where t.created_at >= $1 and t.created_at < $2
     and e.id <= (select folded_to from totals_cursor where source = 'entry') and ${COUNTS}
   group by 1`;

/** Without a name, so that it is planned for its hour each time: blindly, the whole table would be read. */
const STORED = `
  select holder_id, ${namedColumns(HOUR_SUMS)} from holder_hour where hour = $1`;

/** A busy hour has more entries than one statement may read in its time. */
const STRETCH_MS = 5 * 60_000;

/** Accounts with their hour by the books, as far as it is in the totals, and as stored; both are of one instant. */
export function compareHour(db: Pool, hour: Date): Promise<readonly ComparedHour[]> {
  return readBooks(db, async (tx) => {
    const byBooks = new Map<string, HourSums>();
    for (let offset = 0; offset < HOUR_MS; offset += STRETCH_MS) {
      const start = hour.getTime() + offset;
      const values = [new Date(start), new Date(start + STRETCH_MS)];
      for (const row of (await tx.query<HolderRow>(prepared(BY_BOOKS, values))).rows) {
        byBooks.set(row.holder_id, add(byBooks.get(row.holder_id) ?? NO_SUMS, row));
      }
    }
    const { rows } = await tx.query<HolderRow>(STORED, [hour]);
    const stored = new Map(rows.map((row) => [row.holder_id, row]));
    return [...new Set([...byBooks.keys(), ...stored.keys()])].map((holderId) => ({
      holderId,
      hour,
      byBooks: byBooks.get(holderId) ?? NO_SUMS,
      stored: stored.get(holderId) ?? NO_SUMS,
    }));
  });
}

/** The totals have every entry that was committed at this time. */
export function hoursAsOf(db: Pool): Promise<Date> {
  return transactAs(db, EVERY_ACCOUNT, (tx) => totalsAsOf(tx, HOLDER_HOURS));
}

function add(one: HourSums, other: HourSums): HourSums {
  const sums = HOUR_SUMS.map((name) => [name, one[name] + other[name]]);
  return Object.fromEntries(sums) as HourSums;
}
