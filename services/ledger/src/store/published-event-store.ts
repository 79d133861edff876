import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import { republish } from '@entrada/platform/events/outbox';
import type { ClientBase, Pool } from 'pg';
import { PLATFORM_ID } from '../domain/posting.ts';
import type { Window } from '../domain/statement.ts';
import { publishedBefore } from '../events/encode.ts';

/** Times have milliseconds, so that a place is as exact here as in the database. */
const PAGE = `
  select id, created_at, seq, t.event,
         (select coalesce(jsonb_object_agg(account, cents), '{}')
            from (select account, abs(sum(amount_cents)) as cents
                    from entry where transaction_id = t.id group by account) as moved) as moved
    from ledger_transaction t
   where created_at >= $1 and created_at < $2
     and event is not null
     and (created_at, seq, id) > ($3, $4, $5)
   order by created_at, seq, id
   limit $6`;

const PAGE_SIZE = 500;

/** The position of an event: the time of its transaction and its place on the chain. */
type EventPlace = { readonly at: Date; readonly seq: number; readonly id: string };

/** An event that was published about a transaction. */
type PublishedEvent = {
  readonly eventId: string;
  /** Null: it is about money that belongs to nobody yet, and no holder is notified. */
  readonly accountId: string | null;
  /** The cents that the event tells, and those of its entries; null: it tells no amount that was booked. */
  readonly amount: { readonly statedCents: number; readonly bookedCents: number } | null;
};

type EventPage = {
  readonly events: readonly PublishedEvent[];
  /** Where the next page begins; null at the end. */
  readonly next: EventPlace | null;
};

type EventRange = Window & {
  /** Where the page before ended; null for the first page. */
  readonly after: EventPlace | null;
  readonly limit: number;
};

type Row = {
  id: string;
  created_at: Date;
  seq: number;
  event: Buffer;
  moved: Readonly<Record<string, number>>;
};

/** The events that were published, as they are stored with their transactions: no pruning reaches them. */
export function publishedEventStore(db: Pool) {
  return {
    /** In the order of each account. */
    async *between(window: Window): AsyncGenerator<PublishedEvent> {
      let after: EventPlace | null = null;
      do {
        const range: EventRange = { ...window, after, limit: PAGE_SIZE };
        const page = await transactAs(db, EVERY_ACCOUNT, (tx) => eventsBetween(tx, range));
        yield* page.events;
        after = page.next;
      } while (after);
    },
    /** Publishes the same ones again, under the same ids. */
    republish: (range: EventRange): Promise<EventPage> =>
      transactAs(db, EVERY_ACCOUNT, async (tx) => {
        const page = await eventsBetween(tx, range);
        await republish(tx, page.events);
        return page;
      }),
  };
}

async function eventsBetween(tx: ClientBase, { from, to, after, limit }: EventRange) {
  const { at, seq, id } = after ?? { at: from, seq: 0, id: PLATFORM_ID };
  const values = [at, to, at, seq, id, limit];
  const { rows } = await tx.query<Row>(prepared(PAGE, values));
  const events = rows.map(({ id: transactionId, event, moved }) => {
    const { stated, ...published } = publishedBefore(transactionId, event);
    const amount = stated && { statedCents: stated.cents, bookedCents: moved[stated.account] ?? 0 };
    return { ...published, amount };
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const next = last ? { at: last.created_at, seq: last.seq, id: last.id } : null;
  return { events, next };
}
