import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { republish } from '@entrada/platform/events/outbox';
import type { ClientBase, Pool } from 'pg';
import { publishedBefore } from '../events/encode.ts';
import type { PublishedEvents } from '../ports/published-events.ts';
import { STORED_EVENT } from './event-store.ts';

/**
 * Times have milliseconds, so that a place is as exact here as in the database. An earlier version
 * stored no events with its bookings, and published these kinds.
 */
const PAGE = {
  name: 'page-of-events',
  text: `
  select id, created_at, seq, ${STORED_EVENT} as event,
         (select coalesce(jsonb_object_agg(account, cents), '{}')
            from (select account, abs(sum(amount_cents)) as cents
                    from entry where transaction_id = t.id group by account) as moved) as moved
    from ledger_transaction t
   where created_at >= $1 and created_at < $2
     and (event is not null or kind in ('DEPOSIT', 'SUSPENSE', 'REFUND_SETTLE'))
     and (created_at, seq, id) > ($3, $4, $5)
   order by created_at, seq, id
   limit $6`,
};

const NIL = '00000000-0000-0000-0000-000000000000';

type Range = Parameters<PublishedEvents['between']>[0];
type Row = {
  id: string;
  created_at: Date;
  seq: number;
  event: Buffer | null;
  moved: Readonly<Record<string, number>>;
};

export function publishedEventStore(db: Pool): PublishedEvents {
  return {
    between: (range) => transactAs(db, EVERY_ACCOUNT, (tx) => eventsBetween(tx, range)),
    republish: (range) =>
      transactAs(db, EVERY_ACCOUNT, async (tx) => {
        const page = await eventsBetween(tx, range);
        await republish(tx, page.events);
        return page;
      }),
  };
}

async function eventsBetween(tx: ClientBase, { from, to, after, limit }: Range) {
  const { at, seq, id } = after ?? { at: from, seq: 0, id: NIL };
  const values = [at, to, at, seq, id, limit];
  const { rows } = await tx.query<Row>({ ...PAGE, values });
  const events = rows.flatMap(({ id: transactionId, event, moved }) => {
    if (!event) return [];
    const { stated, ...published } = publishedBefore(transactionId, event);
    const amount = stated && { statedCents: stated.cents, bookedCents: moved[stated.account] ?? 0 };
    return [{ ...published, amount }];
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const next = last ? { at: last.created_at, seq: last.seq, id: last.id } : null;
  return { events, skipped: rows.length - events.length, next };
}
