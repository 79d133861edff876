import { Topic } from '@entrada/contracts/topics';
import type { Pool, QueryResultRow } from 'pg';
import type { AuditBooks } from '../ports.ts';
import { LINES, LINK_COLUMNS, type LinkRow, toBooked } from './chain-store.ts';
import { EVERY_ACCOUNT, readAs } from './scope.ts';

const OF_CHARGES = {
  name: 'audit-charges',
  text: `
  select ${LINK_COLUMNS}, written.lines
    from ledger_transaction t, ${LINES}
   where t.charge_id = any($1::text[])`,
};

const OF_PAYMENTS = {
  name: 'audit-payments',
  text: `
  select ${LINK_COLUMNS}, written.lines
    from ledger_transaction t, ${LINES}
   where t.end_to_end_id = any($1::text[]) and t.kind in ('DEPOSIT', 'SUSPENSE')`,
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

const SEEN = {
  name: 'audit-seen',
  text: `
  insert into seen_announcement (event_id) select unnest($1::uuid[]) on conflict do nothing`,
};

const UNSEEN = {
  name: 'audit-unseen',
  text: `
  select event_id, key from outbox
   where published_at >= $1 and published_at < $2 and topic = '${Topic.Ledger}'
     and not exists (select from seen_announcement seen where seen.event_id = outbox.event_id)
   order by published_at
   limit $3`,
};

const UNSENT = {
  name: 'audit-unsent',
  text: `
  select event_id, '' as key from seen_announcement seen
   where seen_at >= $1 and seen_at < $2
     and not exists (select from outbox where outbox.event_id = seen.event_id)
   limit $3`,
};

const NIL = '00000000-0000-0000-0000-000000000000';

export function auditStore(db: Pool): AuditBooks {
  const all = <R extends QueryResultRow>(
    query: { name: string; text: string },
    values: unknown[],
  ) => readAs(db, EVERY_ACCOUNT, async (tx) => (await tx.query<R>({ ...query, values })).rows);
  type Sent = { event_id: string; key: string };
  const toSent = ({ event_id, key }: Sent) => ({ eventId: event_id, key });
  return {
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
    async markSeen(eventIds) {
      await all(SEEN, [eventIds]);
    },
    async unseenBetween({ from, to }, limit) {
      return (await all<Sent>(UNSEEN, [from, to, limit])).map(toSent);
    },
    async unsentBetween({ from, to }, limit) {
      return (await all<Sent>(UNSENT, [from, to, limit])).map(toSent);
    },
  };
}
