import type { Account, Booked } from './domain/book.ts';
import type { ChainEnd, Checkpoint } from './domain/checkpoint.ts';
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

type LinkRange = {
  readonly holderId: string;
  readonly afterSeq: number;
  readonly toSeq: number;
  readonly limit: number;
};
type CheckpointRange = Omit<LinkRange, 'toSeq'> & {
  /** Null: to the last one. */
  readonly toSeq: number | null;
};

export type Chain = {
  /** In the order of their holders' ids, after the given one. */
  accounts(afterHolderId: string | null, limit: number): Promise<readonly Account[]>;
  accountOf(holderId: string): Promise<Account | null>;
  links(range: LinkRange): Promise<readonly Booked[]>;
  /** Place of the credit of a charge on its holder's chain. */
  creditSeq(accountId: string, chargeId: string): Promise<number | null>;
  /** The first checkpoint at or after a place. */
  covering(holderId: string, seq: number): Promise<Checkpoint | null>;
  checkpoints(range: CheckpointRange): Promise<readonly Checkpoint[]>;
  /** Ends, and places on the way there, of chains that grew since then and are not signed. */
  unsignedEnds(grownSince: Date, limit: number): Promise<readonly Omit<ChainEnd, 'signedAt'>[]>;
  save(checkpoints: readonly Checkpoint[]): Promise<void>;
  platformSuspenseCents(): Promise<number>;
};

export type JobName = 'checkpoint' | 'audit' | 'reconcile' | 'prune';
type Progress = Readonly<Record<string, unknown>>;

/** Work that one replica does for all of them. */
export type Jobs = {
  /** Null while it is not due or another one has it. */
  take(name: JobName): Promise<{ readonly progress: Progress } | null>;
  finish(
    name: JobName,
    next: { readonly everyMs: number; readonly progress: Progress },
  ): Promise<void>;
};

export type Ports = {
  readonly transact: <T>(work: (tx: LedgerTransaction) => Promise<T>) => Promise<T>;
  readonly balanceOf: (accountId: string, before: Date | null) => Promise<Balance>;
  readonly entriesOf: (query: StatementQuery) => Promise<readonly StatementEntry[]>;
  readonly timelineOf: (accountId: string, chargeId: string) => Promise<readonly TimelineEntry[]>;
  readonly suspended: (query: SuspenseQuery) => Promise<readonly SuspenseItem[]>;
  readonly chain: Chain;
  readonly jobs: Jobs;
  /** Absent where there is no key: then nothing is signed. */
  readonly sign: ((end: ChainEnd) => Checkpoint) | null;
  readonly isOurs: (checkpoint: Checkpoint) => boolean;
  readonly checkpointEveryMs: number;
  /** Resolves when the audit log has it. */
  readonly noteInAuditLog: (note: AuditNote) => Promise<void>;
  readonly now: () => Date;
  /** The same subject always gets the same id. */
  readonly idOf: IdOf;
};
