import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool, QueryResultRow } from 'pg';
import type { AuditBooks } from '../ports.ts';
import { bookedReturnStore } from './booked-return-store.ts';
import { LINES, LINK_COLUMNS, type LinkRow, toBooked } from './chain-store.ts';
import { heldRefundStore } from './held-refund-store.ts';
import { compareHour, differingDays } from './holder-hour-audit.ts';
import { restores } from './restore-store.ts';

const OF_CHARGES = {
  name: 'audit-charges',
  text: `
  select ${LINK_COLUMNS}, written.lines
    from ledger_transaction t, ${LINES}
   where t.charge_id = any($1::text[])`,
};

/** Far above what a bank returns of one payment. */
const RETURNS_OF_PAYMENT_MAX = 1_000;

/** With what was returned of them; each is a look into three indexes. */
const OF_PAYMENTS = {
  name: 'audit-payments',
  text: `
  select ${LINK_COLUMNS}, written.lines
    from unnest($1::text[]) as wanted (end_to_end_id), lateral (
      (select * from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id and t.kind = 'DEPOSIT' limit 1)
      union all
      (select * from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id and t.kind = 'SUSPENSE' limit 1)
      union all
      (select * from ledger_transaction t
        where t.end_to_end_id = wanted.end_to_end_id
          and t.kind in ('BANK_RETURN', 'RETURN_CORRECTION') limit ${RETURNS_OF_PAYMENT_MAX})
    ) as t, ${LINES}`,
};

const RECEIVED = {
  name: 'audit-received',
  text: `
  select ${LINK_COLUMNS}, written.lines
    from ledger_transaction t, ${LINES}
   where t.created_at >= $1 and t.created_at < $2 and t.kind in ('DEPOSIT', 'SUSPENSE')
     and (t.created_at, t.id) > ($3, $4)
   order by t.created_at, t.id
   limit $5`,
};

/** The entry with the lowest id is the oldest, give or take what was written at the same time. */
const FIRST = { name: 'audit-first', text: 'select at from entry order by id limit 1' };

const NEVER_PUBLISHED = {
  name: 'audit-never-published',
  text: `
  select given.event_id from unnest($1::uuid[]) as given (event_id)
   where not exists (select from outbox where outbox.event_id = given.event_id)`,
};

const NIL = '00000000-0000-0000-0000-000000000000';

export function auditStore(db: Pool): AuditBooks {
  const all = <R extends QueryResultRow>(
    query: { name: string; text: string },
    values: unknown[],
  ) => transactAs(db, EVERY_ACCOUNT, async (tx) => (await tx.query<R>({ ...query, values })).rows);
  return {
    ...bookedReturnStore(db),
    ...heldRefundStore(db),
    compareHour: (hour) => compareHour(db, hour),
    differingDays: (day) => differingDays(db, day),
    async ofCharges(chargeIds) {
      return (await all<LinkRow>(OF_CHARGES, [chargeIds])).map(toBooked);
    },
    async ofPayments(endToEndIds) {
      return (await all<LinkRow>(OF_PAYMENTS, [endToEndIds])).map(toBooked);
    },
    async receivedBetween({ from, to }, after, limit) {
      const values = [from, to, after?.at ?? from, after?.id ?? NIL, limit];
      return (await all<LinkRow>(RECEIVED, values)).map(toBooked);
    },
    async firstAt() {
      return (await all<{ at: Date }>(FIRST, []))[0]?.at ?? null;
    },
    restores: () => restores(db),
    async neverPublished(eventIds) {
      const rows = await all<{ event_id: string }>(NEVER_PUBLISHED, [eventIds]);
      return rows.map(({ event_id }) => event_id);
    },
  };
}
