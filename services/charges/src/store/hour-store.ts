import type { ChangeFeed } from '@entrada/platform/db/change-feed';
import { foldTotals, totalsReader } from '@entrada/platform/db/totals';
import { fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Pool } from 'pg';
import { HOUR_AMOUNTS, type HourSpan, type HourTotals } from '../domain/views.ts';

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

const readHours = totalsReader(
  { table: 'charge_hour', owner: 'account_id', columns: HOUR_AMOUNTS },
  [CREATED, PAID],
);

const DAYS_MAX = 100;

export function hourStore(db: Pool, note: ChangeFeed['note']) {
  return {
    /** Oldest first; single hours only if a charge was created in them. */
    async read({ accountId, starts, ...window }: HourSpan) {
      requireDays(window);
      const { asOf, hours } = await readHours(db, accountId, window, starts);
      return { asOf, hours: hours.map(noMorePaid) };
    },
    /** Creation is counted before payment. True when there are more. */
    fold: foldTotals(db, [CREATED, PAID], note),
  };
}

function requireDays({ from, to }: Pick<HourSpan, 'from' | 'to'>): void {
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs < 0) throw fieldError('from', 'must not be after to');
  if (lengthMs > DAYS_MAX * DAY_MS) {
    throw fieldError('from', `must be at most ${DAYS_MAX} days before to`);
  }
}

/** While one replica folds what was created, another may fold payments of it: none is shown before its charge. */
function noMorePaid(totals: HourTotals): HourTotals {
  return {
    ...totals,
    paidCount: Math.min(totals.createdCount, totals.paidCount),
    paidCents: Math.min(totals.createdCents, totals.paidCents),
  };
}
