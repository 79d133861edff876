/** Where an event stands among all of them: by the time and the place on its chain of its transaction. */
type EventPlace = { readonly at: Date; readonly seq: number; readonly id: string };

/** An event that was published about a transaction. */
export type PublishedEvent = {
  readonly eventId: string;
  /** Null: it is about money that belongs to nobody yet, and no holder is notified. */
  readonly accountId: string | null;
  readonly place: EventPlace;
};

type EventRange = {
  readonly from: Date;
  readonly to: Date;
  /** The last one of the page before; null for the first page. */
  readonly after: EventPlace | null;
  readonly limit: number;
};

/** The events that were published, as they are stored with their transactions: no pruning reaches them. */
export type PublishedEvents = {
  /** In the order of each account. */
  between(range: EventRange): Promise<readonly PublishedEvent[]>;
  /** Publishes the same ones again, under the same ids. */
  republish(range: EventRange): Promise<readonly PublishedEvent[]>;
};
