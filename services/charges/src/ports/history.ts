import type { Charge } from '../domain/charge.ts';
import type {
  AuditedCharge,
  AuditWindow,
  ListedRefund,
  RefundFilter,
  TimelineEntry,
} from '../domain/views.ts';

type EventWindow = {
  readonly from: Date;
  readonly to: Date;
  /** The last event of the page before; null for the first page. */
  readonly after: EventPlace | null;
  readonly limit: number;
};

/** Where an event stands among all of them: by its time, then by its name. */
export type EventPlace = { readonly at: Date; readonly name: string };

type RepublishedPage = { readonly events: number; readonly last: EventPlace };

/** Publishes a page of what happened again, in its order. Null when nothing is left. */
type Republish = (window: EventWindow) => Promise<RepublishedPage | null>;

export type History = {
  readonly republish: Republish;
  timelineOf(charge: Charge): Promise<readonly TimelineEntry[]>;
  refundsOf(accountId: string, filter: RefundFilter): Promise<readonly ListedRefund[]>;
  changedBetween(window: AuditWindow): Promise<readonly AuditedCharge[]>;
};
