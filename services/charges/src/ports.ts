import type { DecisionPorts } from '@entrada/platform/approvals/decision';
import type { Jobs } from '@entrada/platform/db/jobs';
import type { Requester } from '@entrada/platform/identity/requester';
import type { FoundReturn, KnownReturn, NewReturn, ReturnedPayment } from './domain/bank-return.ts';
import type { Charge, Creation, Payment, RequestKey } from './domain/charge.ts';
import type { Idempotency } from './domain/client-text.ts';
import type { ReusedExternalId } from './domain/recovery.ts';
import type { BankRefund, FoundAtBank, Refund, RefundAtBank, RefundEnd } from './domain/refund.ts';
import type { BankReport, ExceptionKind, Settlement } from './domain/settle.ts';
import type { Source } from './domain/source.ts';
import type { Window } from './domain/sweep-window.ts';
import type { Deployment } from './domain/terms.ts';
import type { Malformed, SetAside, UnreadWindow } from './domain/unclear.ts';
import type { Counted, Made } from './domain/velocity.ts';
import type { ChargeFilter, LinkStatus, ListedCharges } from './domain/views.ts';
import type { History } from './ports/history.ts';
import type { ChargeHours } from './ports/hours.ts';
import type { Ledger, RefundRequest, Refunds } from './ports/refunds.ts';
import type { AccountTerms } from './ports/terms.ts';
import type { UnclearPayments } from './ports/unclear.ts';

export type ChargeIds = Pick<Charge, 'id' | 'paymentLinkId' | 'txid'>;

export type Charges = {
  /** With a request it also marks that as done, in the same commit. `TAKEN` changes nothing. */
  insert(charge: Charge, by: Creation): Promise<'INSERTED' | 'TAKEN' | 'LIMIT_REACHED'>;
  /** Pending, after a restore lost it; nothing where it is there. Without an external id that another charge has now. */
  insertAgain(charge: Charge, at: Date): Promise<void>;
  /** Charges that came back without their external id since then. */
  reusedExternalIds(from: Date): Promise<readonly ReusedExternalId[]>;
  /** True for a charge from before a restore of this database, which may have lost later changes of it. */
  isRestored(chargeId: string): Promise<boolean>;
  findById(id: string): Promise<Charge | null>;
  /** For the payer, who has nothing but the link. */
  findByLink(paymentLinkId: string): Promise<Charge | null>;
  findOwn(accountId: string, paymentLinkId: string): Promise<Charge | null>;
  /** For pages of payers; links that are unknown are left out. */
  statusesOf(paymentLinkIds: readonly string[]): Promise<readonly LinkStatus[]>;
  findByTxids(txids: readonly string[]): Promise<readonly Charge[]>;
  findByExternalId(accountId: string, externalId: string): Promise<Charge | null>;
  list(filter: ChargeFilter): Promise<ListedCharges | null>;
  /** Pending charges whose time is over; each goes to one caller, and comes due again later. */
  claimOverdue(now: Date, limit: number): Promise<readonly Charge[]>;
  /** Makes a charge due for its check no later than `at`. */
  checkBy(chargeId: string, at: Date): Promise<void>;
};

/** Leased by this process, until the end that is stored; release and forget do nothing after another took it over. */
export type Reservation = RequestKey & { readonly lease: string };

/** What became of requests that clients may repeat. */
export type Requests = {
  /** OURS: leased; `ids` are those of an unfinished earlier attempt if there was one. */
  reserve(
    request: RequestKey & Idempotency,
    ids: ChargeIds,
  ): Promise<
    | { readonly state: 'OURS'; readonly ids: ChargeIds; readonly lease: string }
    | { readonly state: 'DONE'; readonly chargeId: string }
    | { readonly state: 'RUNNING' | 'OTHER_REQUEST' }
  >;
  /** The next attempt may begin at once, with the same ids. */
  release(reservation: Reservation): Promise<void>;
  /** The next attempt begins with new ids. */
  forget(reservation: Reservation): Promise<void>;
};

/** Everything written inside `work` commits together, or not at all. */
type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

export type Transaction = {
  /** No other transaction moves the charge until this one ends. */
  lockCharge(id: string): Promise<Charge | null>;
  /** Those payments that nobody has stored yet. */
  filterNew(payments: readonly Payment[]): Promise<readonly Payment[]>;
  /** Stores the new state, the payments and their events. */
  record(settlement: Settlement, source: Source, requester: Requester): Promise<void>;
  refundUnder(request: RequestKey): Promise<(Refund & { fingerprint: string }) | null>;
  findRefund(id: string): Promise<Refund | null>;
  /** What refunds of the charge that have not ended will return. */
  refundsUnderWayCents(chargeId: string): Promise<number>;
  /** Null: counted. Else what was made before: the limit is reached. */
  countVelocity(counted: Counted): Promise<Made | null>;
  insertRefund(refund: Refund, by: RefundRequest): Promise<void>;
  /** Ends a refund, once, and publishes it. False when it has ended, or a refusal comes too late. */
  endRefund(charge: Charge, refund: Refund, end: RefundEnd): Promise<boolean>;
  /** Null where nobody has stored the payment. */
  findReturned(endToEndId: string): Promise<ReturnedPayment | null>;
  returnsOf(endToEndIds: readonly string[]): Promise<readonly KnownReturn[]>;
  /** Stores a return or its end, publishes one that has settled, and gives the charge as it is then. */
  recordReturn(found: FoundReturn<Charge>, one: NewReturn): Promise<Charge | null>;
};

/** A payment as the bank lists it; without a txid when the payer used our bare key. */
export type ReportedPayment = Payment & { readonly txid: string | null };

export type Payments = {
  /** Those that nobody has stored yet. */
  filterNew<P extends Pick<Payment, 'endToEndId'>>(payments: readonly P[]): Promise<readonly P[]>;
  /** Stores and publishes a payment that belongs to no charge, once. */
  suspend(payment: ReportedPayment, at: Date, source: Source): Promise<boolean>;
  /** What of a payment completed no charge; null where nobody has stored it. */
  exceptionalCents(endToEndId: string): Promise<number | null>;
  /** Those of the ids that are stored. */
  stored(
    endToEndIds: readonly string[],
  ): Promise<readonly { readonly endToEndId: string; readonly chargeId: string | null }[]>;
  /** What we know of the returns of these payments and who asked for them. */
  returnsOf(endToEndIds: readonly string[]): Promise<readonly KnownReturn[]>;
  /** Stores, before the bank is asked, that this return is ours. */
  requestReturn(endToEndId: string, bankId: string): Promise<void>;
  /** Payments with a return of the bank that is under way; each goes to one caller at a time. */
  claimDueReturns(now: Date, limit: number): Promise<readonly string[]>;
  /** Returns that could not be read. */
  setAside(unread: readonly SetAside[], at: Date): Promise<void>;
};

/** Each call fails with UNAVAILABLE, TIMEOUT or BAD_UPSTREAM when the bank gives no usable response. */
export type Bank = {
  /** Makes the charge payable and returns its copy-and-paste code. */
  open(
    charge: Pick<Charge, 'txid' | 'value' | 'description'> & { expiresInSeconds: number },
  ): Promise<string>;
  /** The status of the charge at the bank, and all its payments. */
  look(charge: Pick<Charge, 'txid' | 'value'>): Promise<BankReport>;
  /** Closes the charge for payments, and returns its status and payments. */
  remove(charge: Pick<Charge, 'txid' | 'value'>): Promise<BankReport>;
  /** What only the bank still knows of a charge of ours. */
  describe(txid: string): Promise<Pick<Charge, 'emv' | 'expiresAt'>>;
  /** One payment by its id; null when the bank knows no such payment. */
  payment(endToEndId: string): Promise<ReportedPayment | null>;
  /**
   * Everything paid to us in a window, both ends included, in pages; or only what has returns. Parts that
   * cannot be read have a page of their own; fails when nothing can be read.
   */
  paymentsBetween(
    from: Date,
    to: Date,
    options?: { readonly returned?: boolean; readonly except?: readonly Window[] },
  ): AsyncIterable<PaymentPage>;
  /** Asks for a refund, however often: one that the bank knows is only looked at. */
  refund(refund: BankRefund, options: { mayBeKnown: boolean }): Promise<RefundAtBank>;
  /** Only looks; null when the bank knows of no such refund. */
  findRefund(refund: BankRefund): Promise<FoundAtBank | null>;
};

export type PaymentPage = {
  readonly payments: readonly ReportedPayment[];
  readonly malformed: readonly Malformed[];
  readonly unread?: UnreadWindow;
};

type JobName = 'sweep' | 'recent-sweep' | 'late-sweep' | 'returns' | 'recheck' | 'prune';

/** What is counted, after the commit. */
export type ChargeMetrics = {
  settled(settlement: Settlement, source: Source): void;
  exception(kind: ExceptionKind): void;
  /** Counted and logged; `error` is what prevented its confirmation. */
  setAside(payment: Pick<SetAside, 'id' | 'problem'>, error?: unknown): void;
  /** Logged; the gauge of unread windows counts it. */
  windowSetAside(window: Pick<SetAside, 'id' | 'problem'>, error?: unknown): void;
  /** A return that the bank made by itself has settled. */
  returned(natureza: string): void;
  /** Counted and logged as an error: money left that we had recorded as staying. */
  settledAfterFailure(endToEndId: string, bankId: string): void;
  returnNotRecorded(endToEndId: string, error: unknown): void;
  /** A query was answered by a check that another one had begun. */
  checkShared(): void;
  checkSkipped(): void;
};

/** How long a caller waits, and for whom. */
export type Waiting = {
  /** Fails with TIMEOUT when the caller's time is over before the work is. */
  withinDeadline<T>(work: Promise<T>): Promise<T>;
  /** What the work gives, else `otherwise`; never fails. The work goes on, its failure is logged. */
  orElse<T>(work: Promise<T>, otherwise: T): Promise<T>;
  /** Watches a charge for `maxMs`, or less when the caller has less time. */
  watch(chargeId: string, maxMs: number): Watch & Disposable;
  /** False when the budget of bank calls for queries is spent. */
  mayAskBank(): boolean;
};

export type Watch = {
  /** The time to wait is over. */
  isOver(): boolean;
  /** What the work gives, or null when the charge moved first, on any replica, or the time is over. */
  unlessMoved<T>(work: Promise<T>): Promise<T | null>;
  /** Ends early when the charge moves or the time is over; at once if it moved since the last pause. */
  pause(maxMs: number): Promise<void>;
};

export type Ports = Deployment &
  DecisionPorts & {
    readonly charges: Charges;
    readonly madeOn: (counted: Counted) => Promise<Made>;
    readonly terms: AccountTerms;
    readonly requests: Requests;
    readonly payments: Payments;
    readonly unclear: UnclearPayments;
    readonly refunds: Refunds;
    readonly history: History;
    readonly hours: ChargeHours;
    /** Those with a charge, in order of their ids, from behind `after` on; null: from the first. */
    readonly listAccounts: (after: string | null, limit: number) => Promise<readonly string[]>;
    /** The progress of jobs that move through time: up to when they have worked. */
    readonly jobs: Jobs<JobName, Date>;
    readonly prune: () => Promise<void>;
    readonly transact: Transact;
    readonly bank: Bank;
    readonly ledger: Ledger;
    readonly metrics: ChargeMetrics;
    readonly waiting: Waiting;
    /** False when the budget of bank calls for callbacks is spent. */
    readonly callbackBudget: () => boolean;
    readonly now: () => Date;
    readonly newChargeIds: (at: Date) => ChargeIds;
    /** The same request always gets the same id, also after a restore that lost its first refund. */
    readonly refundIdOf: (request: RequestKey) => string;
    readonly expiresInSeconds: number;
    readonly sweepEveryMs: number;
    readonly returnsEveryMs: number;
    readonly repeatDaysMax: number;
    readonly lateSweep: { readonly days: number; readonly passMs: number };
  };
