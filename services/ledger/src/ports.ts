import type { Account, Booked } from './domain/book.ts';
import type { DepositFact, IdOf, SettledFact, SuspenseFact } from './domain/fact.ts';
import type { MovementKind } from './domain/posting.ts';
import type { Refund } from './domain/refund.ts';
import type { Resolution, SuspenseItem } from './domain/suspense.ts';

/** A fact and the transaction that posted it. */
export type Posted<F> = { readonly fact: F; readonly booked: Booked };

export type Announcement =
  | { readonly type: 'credited'; readonly posted: Posted<DepositFact> }
  | { readonly type: 'suspended'; readonly posted: Posted<SuspenseFact> }
  | { readonly type: 'refunded'; readonly posted: Posted<SettledFact> };

/** Everything written through one of these commits together, or not at all. */
export type LedgerTransaction = {
  /** Accounts that never moved are opened. Nobody else moves them before this transaction ends. */
  lockAccounts(holderIds: readonly string[]): Promise<readonly Account[]>;
  /** Throws PostedBefore, and then nothing is written. */
  write(booked: readonly Booked[], accounts: readonly Account[]): Promise<void>;
  findHolds(refundIds: readonly string[]): Promise<ReadonlyMap<string, Refund>>;
  suspend(items: readonly SuspenseItem[]): Promise<void>;
  lockSuspended(exceptionId: string): Promise<SuspenseItem | null>;
  decide(decided: Decided): Promise<void>;
  announce(announcements: readonly Announcement[]): Promise<void>;
};

export type Decided = {
  readonly exceptionId: string;
  readonly resolution: Resolution;
  readonly creditedTo: string | null;
  readonly at: Date;
  readonly operator: string;
  readonly reason: string;
};

export type Balance = { readonly availableCents: number; readonly suspenseCents: number };

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
};

export type StatementQuery = {
  readonly accountId: string;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly limit: number;
  readonly before: Place | null;
};

export type SuspenseQuery = {
  readonly limit: number;
  readonly after: Place | null;
  readonly withResolved: boolean;
};

export type TimelineEntry = {
  readonly at: Date;
  readonly kind: MovementKind;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly traceId: string | null;
};

export type AuditNote = {
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly accountId: string;
  readonly detail: Readonly<Record<string, string | number>>;
};

export type Ports = {
  readonly transact: <T>(work: (tx: LedgerTransaction) => Promise<T>) => Promise<T>;
  readonly balanceOf: (accountId: string, before: Date | null) => Promise<Balance>;
  readonly entriesOf: (query: StatementQuery) => Promise<readonly StatementEntry[]>;
  readonly timelineOf: (accountId: string, chargeId: string) => Promise<readonly TimelineEntry[]>;
  readonly suspended: (query: SuspenseQuery) => Promise<readonly SuspenseItem[]>;
  /** Resolves when the audit log has it. */
  readonly noteInAuditLog: (note: AuditNote) => Promise<void>;
  readonly now: () => Date;
  /** The same subject always gets the same id. */
  readonly idOf: IdOf;
};
