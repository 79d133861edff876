import type { PaymentExceptionInput } from '@entrada/contracts/gen/events/v1/PaymentException';
import type { Approved, AuditLine, DecisionPorts } from '@entrada/platform/approvals/decision';
import type { Jobs } from '@entrada/platform/db/jobs';
import type { AuditedCharge } from './domain/audit-charge.ts';
import type { AuditedEvent, Restore } from './domain/audit-event.ts';
import type { PaymentAtBank } from './domain/audit-returns.ts';
import type { TakenFromSuspense } from './domain/bank-return.ts';
import type { Account, Booked, BookedBatch } from './domain/book.ts';
import type { BookedEvent } from './domain/booked-event.ts';
import type { ChainEnd, Checkpoint } from './domain/checkpoint.ts';
import type { HolderHour } from './domain/holder-hour.ts';
import type { IdOf } from './domain/movement-id.ts';
import type { PaymentOnBooks } from './domain/payment-bookings.ts';
import type { MovementKind } from './domain/posting.ts';
import type { ReceiptKey } from './domain/receipt.ts';
import type { MovementQuery, PaymentRecord, RefundMovement } from './domain/recovery.ts';
import type { RefundOnBooks, WantedRefund } from './domain/refund.ts';
import type { Place, StatementPage, StatementQuery } from './domain/statement.ts';
import type { FoundReturn, Resolution, SuspenseItem } from './domain/suspense.ts';
import type { Violation } from './domain/violation.ts';
import type { BookedReturns, ComparedHours, HeldRefunds } from './ports/audited-books.ts';
import type { PublishedEvents } from './ports/published-events.ts';

/** Everything written through one of these commits together, or not at all. */
export type OpenBooks = {
  /** Accounts that never moved are opened. Nobody else moves them before this transaction ends. */
  lockAccounts(holderIds: readonly string[]): Promise<readonly Account[]>;
  /** Throws Refused (BookedBefore, ChainTaken); then the caller must roll back. */
  write(batch: WrittenBatch): Promise<void>;
  findRefunds(wanted: readonly WantedRefund[]): Promise<ReadonlyMap<string, RefundOnBooks>>;
  /** By end-to-end id; to be asked behind the locks of the accounts. */
  findPayments(endToEndIds: readonly string[]): Promise<ReadonlyMap<string, PaymentOnBooks>>;
  /** Nobody else decides about these payments in suspense before this transaction ends. Tells whose they are. */
  lockSuspendedOf(endToEndIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Shared by transactions that book deposits. A transaction that has it exclusively sees every deposit, and
   * none is booked before it ends. To be taken before any other lock.
   */
  lockDeposits(mode: 'shared' | 'exclusive'): Promise<void>;
  lockSuspended(exceptionId: string): Promise<SuspenseItem | null>;
  /** The message of charges about an exception; null where it was not kept. */
  exceptionMessage(exceptionId: string): Promise<PaymentExceptionInput | null>;
  decide(decided: Decided): Promise<void>;
  /** Throws when it was used before. */
  consumeApproval(approved: Approved | null): Promise<void>;
  /** The bank has returned it, or has refused to, and then it is undecided again. */
  endReturn(exceptionId: string, refusal: string | null): Promise<void>;
};

export type WrittenBatch = BookedBatch & {
  readonly suspended?: readonly SuspenseItem[];
  readonly taken?: readonly TakenFromSuspense[];
  readonly published?: readonly BookedEvent[];
};

export type Decided = {
  readonly exceptionId: string;
  readonly resolution: Resolution;
  readonly creditedTo: string | null;
  /** Null where it is credited. */
  readonly askedCents: number | null;
  readonly at: Date;
  readonly operator: string;
  readonly reason: string;
  /** For the audit log. */
  readonly line: AuditLine;
};

/** A decision that is not in the audit log yet. */
export type UnrecordedDecision = { readonly exceptionId: string; readonly line: AuditLine };

export type Balance = {
  readonly availableCents: number;
  readonly suspenseCents: number;
  readonly owedCents: number;
  readonly heldCents: number;
};

/** A payment in suspense on its way back; the id is the same for every try until the bank refuses. */
type Return = {
  readonly refundId: string;
  readonly endToEndId: string;
  readonly valueCents: number;
};
export type ReturnStatus =
  | { readonly status: 'PROCESSING' | 'SETTLED' }
  | { readonly status: 'FAILED'; readonly failure: string };

export type SuspenseQuery = {
  readonly limit: number;
  readonly after: Place | null;
  readonly withResolved: boolean;
  /** Null: every account's, and nobody's. */
  readonly accountId: string | null;
};

export type TimelineEntry = {
  readonly at: Date;
  readonly kind: MovementKind;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly reference: string | null;
  readonly traceId: string | null;
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

/** The bank's reason is null where it gave none, or a refund was asked for. */
type ChargeReturn = { readonly seq: number; readonly natureza: string | null };

export type Chain = {
  /** In the order of their holders' ids, after the given one. */
  accounts(afterHolderId: string | null, limit: number): Promise<readonly Account[]>;
  accountOf(holderId: string): Promise<Account | null>;
  links(range: LinkRange): Promise<readonly Booked[]>;
  /** Place of the credit of a charge on its holder's chain. */
  creditSeq(accountId: string, chargeId: string): Promise<number | null>;
  /** Places on its holder's chain of what was returned of a charge, oldest first. */
  returnsOf(accountId: string, chargeId: string, limit: number): Promise<readonly ChargeReturn[]>;
  /** The first checkpoint at or after a place. */
  covering(holderId: string, seq: number): Promise<Checkpoint | null>;
  checkpoints(range: CheckpointRange): Promise<readonly Checkpoint[]>;
  /**
   * Ends, and places on the way there, of chains that grew since then and are not signed, in the
   * order of their holders' ids, from the given one on.
   */
  unsignedEnds(
    grownSince: Date,
    limit: number,
    fromHolderId?: string,
  ): Promise<readonly Omit<ChainEnd, 'signedAt'>[]>;
  save(checkpoints: readonly Checkpoint[]): Promise<void>;
  /** How many checkpoints each key signed, by its id. */
  signedByKey(): Promise<ReadonlyMap<string, number>>;
  /** What the platform itself has, by its account and by its entries at the same instant. */
  platformBalances(): Promise<{ readonly byAccount: Balance; readonly byEntries: Balance }>;
};

/** The end does not belong to it. */
export type Window = { readonly from: Date; readonly to: Date };

/** What the auditor reads in our own books. */
export type AuditBooks = BookedReturns &
  HeldRefunds &
  ComparedHours & {
    ofCharges(chargeIds: readonly string[]): Promise<readonly Booked[]>;
    ofPayments(endToEndIds: readonly string[]): Promise<readonly Booked[]>;
    /** Credits and exceptions of a window, oldest first. */
    receivedBetween(window: Window, after: Place | null, limit: number): Promise<readonly Booked[]>;
    /** When the first entry was made. */
    firstAt(): Promise<Date | null>;
    /** Those of the ids that we never published. */
    neverPublished(eventIds: readonly string[]): Promise<readonly string[]>;
    /** The latest ones first. */
    restores(): Promise<readonly Restore[]>;
  };

/** Those whom the auditor asks; each is absent where we have no address of it. */
export type AuditSources = {
  /** Charges whose last change is in the window. */
  readonly charges: ((window: Window) => AsyncIterable<readonly AuditedCharge[]>) | null;
  readonly events: ((window: Window) => AsyncIterable<readonly AuditedEvent[]>) | null;
  readonly bank: BankSource | null;
  /** Has charges look at the bank now for payments and for what was returned of them. */
  readonly recheck: ((payments: readonly PaymentAtBank[]) => Promise<void>) | null;
};

export type BankSource = {
  /** Payments that arrived in the window, with their returns. */
  paidBetween(window: Window): AsyncIterable<readonly PaymentAtBank[]>;
  /** Payments with returns, of those that arrived in the window. */
  returnedOf(window: Window): AsyncIterable<readonly PaymentAtBank[]>;
  /** Null: the bank does not know it. */
  find(endToEndId: string): Promise<PaymentAtBank | null>;
};

export type Report = (violation: Violation) => void;
export type ReportLate = (what: 'payment' | 'return', endToEndId: string) => void;

type JobName = 'checkpoint' | 'audit' | 'reconcile' | 'prune';

export type Ports = DecisionPorts & {
  readonly transact: <T>(work: (tx: OpenBooks) => Promise<T>) => Promise<T>;
  readonly balanceOf: (accountId: string, before: Date | null) => Promise<Balance>;
  readonly entriesOf: (query: StatementQuery) => Promise<StatementPage>;
  /** Hours that begin in the window, oldest first; added up from each start to the next, if there are any. */
  readonly hoursOf: (
    accountId: string,
    window: Window,
    starts: readonly Date[],
  ) => Promise<readonly HolderHour[]>;
  readonly timelineOf: (accountId: string, chargeId: string) => Promise<readonly TimelineEntry[]>;
  readonly suspended: (query: SuspenseQuery) => Promise<readonly SuspenseItem[]>;
  /** Returns that have not ended and are due to be asked about; each is claimed once a turn. */
  readonly claimReturns: (limit: number) => Promise<readonly SuspenseItem[]>;
  readonly unrecordedDecisions: (
    exceptionId: string | null,
    limit: number,
  ) => Promise<readonly UnrecordedDecision[]>;
  readonly markRecorded: (decision: UnrecordedDecision) => Promise<void>;
  /** Has the bank return a payment, once however often it is called. Absent where we cannot. */
  readonly returnPayment: ((payment: Return) => Promise<ReturnStatus>) | null;
  /** How a return stands at the bank; nothing is asked for. */
  readonly statusOfReturn: ((payment: Return) => Promise<FoundReturn>) | null;
  readonly report: Report;
  readonly reportLate: ReportLate;
  readonly pause: (ms: number) => Promise<void>;
  readonly chain: Chain;
  readonly books: AuditBooks;
  readonly publishedEvents: PublishedEvents;
  readonly repeatDaysMax: number;
  readonly sources: AuditSources;
  readonly audit: { readonly everyMs: number; readonly lagMs: number };
  readonly jobs: Jobs<JobName, Readonly<Record<string, unknown>>>;
  readonly prune: () => Promise<void>;
  /** Cents in suspense, of holders and of the platform. */
  readonly suspenseCents: () => Promise<number>;
  /** Cents that holders owe. */
  readonly owedCents: () => Promise<number>;
  /** Absent where there is no key: then nothing is signed. */
  readonly sign: ((end: ChainEnd) => Checkpoint) | null;
  /** What is wrong with its signature; null where a known key made it. */
  readonly signatureProblem: (checkpoint: Checkpoint) => string | null;
  readonly receiptKeys: readonly ReceiptKey[];
  /** Records of the topic of charges that are not read yet. */
  readonly countUnread: () => Promise<number>;
  readonly checkpointEveryMs: number;
  readonly holdersOnBooks: (holderIds: readonly string[]) => Promise<readonly string[]>;
  readonly listAccounts: (after: string | null, limit: number) => Promise<readonly string[]>;
  readonly now: () => Date;
  /** What the books know of a payment, by its end-to-end id. */
  readonly paymentRecord: (endToEndId: string, chargeId: string | null) => Promise<PaymentRecord>;
  /** Oldest first. */
  readonly refundMovements: (query: MovementQuery) => Promise<readonly RefundMovement[]>;
  /** The same subject always gets the same id. */
  readonly idOf: IdOf;
};
