/** The position of an event: the time of its transaction and its place on the chain. */
export type EventPlace = { readonly at: Date; readonly seq: number; readonly id: string };

/** An event that was published about a transaction. */
export type PublishedEvent = {
  readonly eventId: string;
  /** Null: it is about money that belongs to nobody yet, and no holder is notified. */
  readonly accountId: string | null;
  /** The cents that the event tells, and those of its entries; null: it tells no amount that was booked. */
  readonly amount: { readonly statedCents: number; readonly bookedCents: number } | null;
};

export type EventPage = {
  /** In the order of each account. */
  readonly events: readonly PublishedEvent[];
  /** Bookings of an earlier version whose event is not stored any more. */
  readonly skipped: number;
  /** Where the next page begins; null at the end. */
  readonly next: EventPlace | null;
};

type EventRange = {
  readonly from: Date;
  readonly to: Date;
  /** Where the page before ended; null for the first page. */
  readonly after: EventPlace | null;
  readonly limit: number;
};

/** The events that were published, as they are stored with their transactions: no pruning reaches them. */
export type PublishedEvents = {
  between(range: EventRange): Promise<EventPage>;
  /** Publishes the same ones again, under the same ids. */
  republish(range: EventRange): Promise<EventPage>;
};
