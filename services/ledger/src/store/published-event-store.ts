import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { republish } from '@entrada/platform/events/outbox';
import type { ClientBase, Pool } from 'pg';
import type { PublishedEvents } from '../domain/published-event.ts';
import { announcedAgain } from '../events/encode.ts';

/** Times have milliseconds, so that a place is as exact here as in the database. */
const PAGE = {
  name: 'page-of-events',
  text: `
  select id, created_at, seq, event from ledger_transaction
   where created_at >= $1 and created_at < $2 and event is not null
     and (created_at, seq, id) > ($3, $4, $5)
   order by created_at, seq, id
   limit $6`,
};

const NIL = '00000000-0000-0000-0000-000000000000';

type Range = Parameters<PublishedEvents['between']>[0];
type Row = { id: string; created_at: Date; seq: number; event: Buffer };

export function publishedEventStore(db: Pool): PublishedEvents {
  return {
    between: (range) => transactAs(db, EVERY_ACCOUNT, (tx) => eventsBetween(tx, range)),
    republish: (range) =>
      transactAs(db, EVERY_ACCOUNT, async (tx) => {
        const events = await eventsBetween(tx, range);
        await republish(tx, events);
        return events;
      }),
  };
}

async function eventsBetween(tx: ClientBase, { from, to, after, limit }: Range) {
  const { at, seq, id } = after ?? { at: from, seq: 0, id: NIL };
  const values = [at, to, at, seq, id, limit];
  const { rows } = await tx.query<Row>({ ...PAGE, values });
  return rows.map((row) => ({
    ...announcedAgain(row.id, row.event),
    place: { at: row.created_at, seq: row.seq, id: row.id },
  }));
}
