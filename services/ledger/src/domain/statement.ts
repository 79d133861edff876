import { HOUR_MS } from '@entrada/platform/time/units';
import type { MovementKind, Posting } from './posting.ts';

/** The end does not belong to it. */
export type Window = { readonly from: Date; readonly to: Date };

/** Parts of an hour, the last may be shorter. */
export function* partsOf({ from, to }: Window): Generator<Window> {
  const endMs = to.getTime();
  for (let startMs = from.getTime(); startMs < endMs; startMs += HOUR_MS) {
    yield { from: new Date(startMs), to: new Date(Math.min(startMs + HOUR_MS, endMs)) };
  }
}

export type TimelineEntry = {
  readonly at: Date;
  readonly kind: MovementKind;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly traceId: string | null;
};

/** Where a list goes on; places stay good while rows are added. */
export type Place = { readonly at: Date; readonly id: string };

export type StatementEntry = {
  readonly id: string;
  readonly at: Date;
  readonly kind: MovementKind;
  readonly amountCents: number;
  readonly balanceCents: number;
  readonly paymentLinkId: string | null;
  readonly reference: string | null;
  /** Of a deposit; null for other kinds. */
  readonly valueCents: number | null;
  readonly feeCents: number | null;
  /** Of the charge; null where it has none. */
  readonly externalId: string | null;
};

/** A page of entries, and the balances right before the window and right before its end. */
export type Statement<Entry> = {
  readonly entries: readonly Entry[];
  /** Where the next page begins; null at the end. */
  readonly next: Place | null;
  readonly openingCents: number;
  readonly closingCents: number;
};

export type StatementQuery = {
  readonly accountId: string;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly limit: number;
  readonly before: Place | null;
};

/** Every kind of account, with the accounts of all holders added up; the sums are zero together. */
export type TrialBalance = {
  readonly accounts: readonly {
    readonly name: Posting['account'];
    /** How many holders have entries; none in the platform's own accounts. */
    readonly holders: number;
    readonly cents: number;
  }[];
  /** Null: nothing is booked. */
  readonly firstAt: Date | null;
};

/** Accounts whose entries are listed over all holders; statements of `available` are per holder. */
export const LISTED_ACCOUNTS = ['suspense', 'owed', 'refunds'] as const;

export type BookStatementQuery = {
  readonly account: (typeof LISTED_ACCOUNTS)[number];
  readonly from: Date | null;
  readonly to: Date | null;
  readonly limit: number;
  readonly after: Place | null;
};

export type BookEntry = {
  readonly id: string;
  readonly at: Date;
  readonly kind: MovementKind;
  readonly holderId: string;
  readonly amountCents: number;
  readonly endToEndId: string | null;
  readonly chargeId: string | null;
  readonly reference: string | null;
};
