import { EVERY_ACCOUNT, setScope, transactAs } from '@entrada/platform/db/scope';
import { transact } from '@entrada/platform/db/transaction';
import { HOUR_MS } from '@entrada/platform/time/units';
import type { ClientBase, Pool } from 'pg';
import type { ComparedHour } from '../domain/audit-hour.ts';
import { type HourSums, NO_SUMS } from '../domain/holder-hour.ts';
import { COLUMNS, type HourRow, SUM_COLUMNS, toSums } from './holder-hour-store.ts';

const PLATFORM = '00000000-0000-0000-0000-000000000000';

/**
 * What the entries of a stretch say, without the code that counts while it books. Entries are looked up
 * transaction by transaction whatever the statistics are: `offset 0` keeps the planner from a join.
 */
const BY_BOOKS = {
  name: 'audit-hours-by-books',
  text: `
  select coalesce(e.holder_id, t.holder_id) as holder_id,
         count(*) filter (where t.kind = 'DEPOSIT' and e.account = 'settlement') as credited_count,
         coalesce(sum(e.amount_cents) filter (where t.kind = 'DEPOSIT' and e.account = 'available'), 0)::bigint as credited_cents,
         coalesce(sum(e.amount_cents) filter (where t.kind = 'DEPOSIT' and e.account = 'fees'), 0)::bigint as fee_cents,
         count(*) filter (where t.kind = 'REFUND_SETTLE' and e.account = 'settlement'
                             or t.kind in ('BANK_RETURN', 'RETURN_CORRECTION') and e.account = 'available'
                            and e.amount_cents < 0) as refunded_count,
         (coalesce(sum(e.amount_cents) filter (where t.kind = 'REFUND_SETTLE' and e.account = 'settlement'), 0)
          - coalesce(sum(e.amount_cents) filter (where t.kind in ('BANK_RETURN', 'RETURN_CORRECTION')
                                                   and e.account = 'available'), 0))::bigint as refunded_cents,
         count(*) filter (where t.kind = 'SUSPENSE_CREDIT' and e.account = 'available') as suspense_credited_count,
         coalesce(sum(e.amount_cents) filter (where t.kind = 'SUSPENSE_CREDIT' and e.account = 'available'), 0)::bigint
           as suspense_credited_cents
    from ledger_transaction t,
         lateral (select account, holder_id, amount_cents from entry where transaction_id = t.id offset 0) as e
   where t.created_at >= $1 and t.created_at < $2
     and coalesce(e.holder_id, t.holder_id) <> '${PLATFORM}'
   group by 1`,
};

/** Without a name, so that it is planned for its hour each time: blindly, the whole table would be read. */
const BY_ROLLUP = { text: `select holder_id, ${SUM_COLUMNS} from holder_hour where hour = $1` };

/** Planned for its day each time, as the hour above. */
const DIFFERING_DAYS = `
  select holder_id
    from (select holder_id, ${SUM_COLUMNS} from holder_day where day = $1
          union all
          select holder_id, ${COLUMNS.map((name) => `-${name}`).join(', ')} from holder_hour
           where hour >= $1 and hour < $1::timestamptz + interval '24 hours') as part
   group by holder_id
  having (${COLUMNS.map((name) => `sum(${name})`).join(', ')}) <> (${COLUMNS.map(() => '0').join(', ')})
   order by holder_id`;

/** A busy hour has more entries than one statement may read in its time. */
const STRETCH_MS = 5 * 60_000;

type Row = Omit<HourRow, 'hour'>;

/** A migration has this table while it counts all entries anew. */
const IS_COUNTING = `select to_regclass('entry_count') is not null as yes`;

/** Hours that are not counted yet differ from the books: none are compared until they are. */
async function unlessCounting<T>(
  tx: ClientBase,
  compare: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const isCounting = async () => (await tx.query<{ yes: boolean }>(IS_COUNTING)).rows[0]?.yes;
  if (await isCounting()) return [];
  const found = await compare();
  return (await isCounting()) ? [] : found;
}

/** Accounts with their hour by the books and as stored; both are of one instant. */
export function compareHour(db: Pool, hour: Date): Promise<readonly ComparedHour[]> {
  return transact(
    db,
    async (tx) => {
      await setScope(tx, EVERY_ACCOUNT);
      return unlessCounting(tx, () => compareIn(tx, hour));
    },
    { begin: 'begin isolation level repeatable read read only' },
  );
}

async function compareIn(tx: ClientBase, hour: Date): Promise<readonly ComparedHour[]> {
  const byBooks = new Map<string, HourSums>();
  for (let offset = 0; offset < HOUR_MS; offset += STRETCH_MS) {
    const start = hour.getTime() + offset;
    const values = [new Date(start), new Date(start + STRETCH_MS)];
    const { rows } = await tx.query<Row>({ ...BY_BOOKS, values });
    for (const row of rows) {
      byBooks.set(row.holder_id, added(byBooks.get(row.holder_id) ?? NO_SUMS, toSums(row)));
    }
  }
  const { rows } = await tx.query<Row>({ ...BY_ROLLUP, values: [hour] });
  const byRollup = new Map(rows.map((row) => [row.holder_id, toSums(row)]));
  const holders = new Set([...byBooks.keys(), ...byRollup.keys()]);
  return [...holders].map((holderId) => ({
    holderId,
    hour,
    byBooks: byBooks.get(holderId) ?? NO_SUMS,
    byRollup: byRollup.get(holderId) ?? NO_SUMS,
  }));
}

export function differingDays(db: Pool, day: Date): Promise<readonly string[]> {
  return transactAs(db, EVERY_ACCOUNT, (tx) =>
    unlessCounting(tx, async () => {
      const { rows } = await tx.query<{ holder_id: string }>(DIFFERING_DAYS, [day]);
      return rows.map(({ holder_id }) => holder_id);
    }),
  );
}

function added(one: HourSums, other: HourSums): HourSums {
  return {
    creditedCount: one.creditedCount + other.creditedCount,
    creditedCents: one.creditedCents + other.creditedCents,
    feeCents: one.feeCents + other.feeCents,
    refundedCount: one.refundedCount + other.refundedCount,
    refundedCents: one.refundedCents + other.refundedCents,
    suspenseCreditedCount: one.suspenseCreditedCount + other.suspenseCreditedCount,
    suspenseCreditedCents: one.suspenseCreditedCents + other.suspenseCreditedCents,
  };
}
