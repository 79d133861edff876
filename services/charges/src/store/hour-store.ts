import type { ChangeFeed } from '@entrada/platform/db/change-feed';
import { transactAs } from '@entrada/platform/db/scope';
import { foldTotals, readTotals, TOTALS_SETTINGS, totalsAsOf } from '@entrada/platform/db/totals';
import { fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Pool } from 'pg';
import type { HourSpan, HourTotals } from '../domain/views.ts';

const HOUR = `date_trunc('hour', charge.created_at, 'UTC')`;

/** In the order of their keys, as every statement that changes several of them. */
const CREATED = {
  table: 'charge',
  id: 'number',
  at: 'created_at',
  fold: `
  insert into charge_hour as own (account_id, hour, created_count, created_cents)
  select account_id, ${HOUR}, count(*), sum(value_cents)
    from charge
   where number > $1 and number <= $2
   group by 1, 2 order by 1, 2
      on conflict (account_id, hour) do update
     set created_count = own.created_count + excluded.created_count,
         created_cents = own.created_cents + excluded.created_cents
  returning account_id::text as changed`,
};

const PAID = {
  table: 'charge_move',
  fold: `
  insert into charge_hour as own (account_id, hour, paid_count, paid_cents)
  select charge.account_id, ${HOUR}, count(*), sum(charge.value_cents)
    from charge_move
    join charge on charge.id = charge_move.charge_id
   where charge_move.id > $1 and charge_move.id <= $2 and to_status = 'COMPLETED'
   group by 1, 2 order by 1, 2
      on conflict (account_id, hour) do update
     set paid_count = own.paid_count + excluded.paid_count,
         paid_cents = own.paid_cents + excluded.paid_cents
  returning account_id::text as changed`,
};

const readHours = readTotals({
  table: 'charge_hour',
  owner: 'account_id',
  columns: ['created_count', 'created_cents', 'paid_count', 'paid_cents'],
});

const DAYS_MAX = 100;

/** Everything that was committed at `asOf` is in the totals. */
type ChargeHours = { readonly asOf: Date; readonly hours: readonly HourTotals[] };

export function hourStore(db: Pool, note: ChangeFeed['note']) {
  return {
    /** Oldest first; single hours only if a charge was created in them. */
    read(span: HourSpan): Promise<ChargeHours> {
      requireDays(span);
      const { accountId: owner, ...bounds } = span;
      const read = async (tx: Parameters<typeof readHours>[0]) => {
        // Before the totals, so that they have no less.
        const times = [await totalsAsOf(tx, CREATED), await totalsAsOf(tx, PAID)];
        const asOf = new Date(Math.min(...times.map((time) => time.getTime())));
        return { asOf, hours: (await readHours(tx, { owner, ...bounds })).map(toTotals) };
      };
      return transactAs(db, owner, read, TOTALS_SETTINGS);
    },
    /** Creation is counted before payment. True when there are more. */
    fold: foldTotals(db, [CREATED, PAID], note),
  };
}

function requireDays({ from, to }: HourSpan): void {
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs < 0) throw fieldError('from', 'must not be after to');
  if (lengthMs > DAYS_MAX * DAY_MS) {
    throw fieldError('from', `must be at most ${DAYS_MAX} days before to`);
  }
}

type HourRow = Awaited<ReturnType<typeof readHours>>[number];

/** While one replica folds what was created, another may fold payments of it: none is shown before its charge. */
function toTotals(row: HourRow): HourTotals {
  return {
    hour: row.start,
    createdCount: row.created_count,
    createdCents: row.created_cents,
    paidCount: Math.min(row.created_count, row.paid_count),
    paidCents: Math.min(row.created_cents, row.paid_cents),
  };
}
