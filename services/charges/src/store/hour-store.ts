import {
  BUCKET_SETTINGS,
  bucketParts,
  partsOf,
  sumBuckets,
} from '@entrada/platform/db/bucket-sums';
import { transactAs } from '@entrada/platform/db/scope';
import { transact } from '@entrada/platform/db/transaction';
import type { ClientBase, Pool } from 'pg';
import type { ChargeHours, HourSpan, HourTotals } from '../ports/hours.ts';

const AMOUNTS = ['created_count', 'created_cents', 'paid_count', 'paid_cents'] as const;
const SUMS = AMOUNTS.map((name) => `sum(${name})::bigint as ${name}`).join(', ');
const NAMES = AMOUNTS.join(', ');

/** Every transaction before this one has ended. */
const OLDEST_WRITER = 'pg_snapshot_xmin(pg_current_snapshot())';

/** A floor above that comes from the cluster that this database was copied from, and says nothing here. */
const FLOOR = `case when floor <= ${OLDEST_WRITER} then floor else '0' end`;

/** What is not in the totals yet, in one snapshot with them: a change is in one of both, never in both or none. */
const CHANGES = `
  change as materialized (
    select hour, ${NAMES}
      from charge_hour_change
     where account_id = $1
       and written_by >= (select ${FLOOR} from charge_hour_floor)
  )`;

const HOURS = {
  name: 'charge-hours',
  text: `
  with ${CHANGES}
  select hour as start, ${SUMS}
    from (select hour, ${NAMES} from charge_hour where account_id = $1 and hour >= $2 and hour < $3
          union all
          select * from change where hour >= $2 and hour < $3) as part
   group by hour
  having sum(created_count) <> 0
   order by hour`,
};

const TABLES = {
  owner: 'account_id',
  hours: 'charge_hour',
  days: 'charge_day',
  columns: AMOUNTS,
} as const;
const BUCKETS = {
  name: 'charge-hours-in-buckets',
  columns: AMOUNTS,
  text: `
  with ${CHANGES}
  ${bucketParts(TABLES)}
    union all
    ${partsOf('hour', 'extract(epoch from hour)', AMOUNTS)}
      from (select hour, ${SUMS} from change group by hour) as part`,
};

/** One replica at a time; the lock ends with the transaction. */
const TAKE_FLOOR = `
  select (${FLOOR})::text as floor from charge_hour_floor for update skip locked`;

/** In the order of their keys, as every statement that changes several of them. The database adds the hours to their days. */
const MOVE_CHANGES = {
  name: 'move-charge-hour-changes',
  text: `
  with moved as (
    delete from charge_hour_change
     where ctid = any (array(
             select ctid from charge_hour_change
              where written_by >= $1::xid8 order by written_by limit $2))
    returning account_id, hour, ${NAMES}
  ),
  hours as (
    insert into charge_hour as own (account_id, hour, ${NAMES})
    select account_id, hour, ${SUMS} from moved group by 1, 2 order by 1, 2
        on conflict (account_id, hour) do update
       set ${AMOUNTS.map((name) => `${name} = own.${name} + excluded.${name}`).join(', ')}
  )
  select count(*)::integer as count from moved`,
};

/** What is left and who may still write, of one snapshot. */
const RAISE_FLOOR = `
  update charge_hour_floor
     set floor = least(${OLDEST_WRITER},
                       (select written_by from charge_hour_change
                         where written_by >= $1::xid8 order by written_by limit 1))`;

const FROM_THE_FIRST = '0';

type HourRow = { start: Date } & Record<(typeof AMOUNTS)[number], number>;

export function hourStore(db: Pool): ChargeHours {
  let isFirst = true;
  return {
    async totals(span) {
      const read = (tx: ClientBase) => readRows(tx, span);
      return (await transactAs(db, span.accountId, read, BUCKET_SETTINGS)).map(toTotals);
    },
    addChanges: (limit) =>
      transact(db, async (tx) => {
        const [taken] = (await tx.query<{ floor: string }>(TAKE_FLOOR)).rows;
        if (!taken) return 0;
        // The first time from the beginning, whatever the floor says: the database may be a copy.
        const floor = isFirst ? FROM_THE_FIRST : taken.floor;
        const { rows } = await tx.query<{ count: number }>({
          ...MOVE_CHANGES,
          values: [floor, limit],
        });
        await tx.query(RAISE_FLOOR, [floor]);
        isFirst = false;
        return rows[0]?.count ?? 0;
      }),
  };
}

async function readRows(
  tx: ClientBase,
  { accountId: owner, from, to: end, starts = [] }: HourSpan,
): Promise<readonly HourRow[]> {
  if (starts.length > 0) return sumBuckets(tx, BUCKETS, { owner, starts, end });
  return (await tx.query<HourRow>({ ...HOURS, values: [owner, from, end] })).rows;
}

function toTotals(row: HourRow): HourTotals {
  return {
    hour: row.start,
    createdCount: row.created_count,
    createdCents: row.created_cents,
    paidCount: row.paid_count,
    paidCents: row.paid_cents,
  };
}
