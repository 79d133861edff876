import type { DecisionPorts } from '@entrada/approvals/decision';
import type { UnreadWindow, Window } from './domain/bank-window.ts';
import type { Charge, ChargeIds, ReportedPayment, RequestKey, Source } from './domain/charge.ts';
import type { BankOrder, PaymentReturn, Refund, ReturnAtBank } from './domain/payment-return.ts';
import type { BankReport, ExceptionKind, Settlement } from './domain/settle.ts';
import type { Deployment } from './domain/terms.ts';
import type { MalformedEntry, SetAside } from './domain/unclear.ts';
import type { Store } from './store/store.ts';

/** What is written in one transaction. */
export type Transaction = Parameters<Parameters<Store['transact']>[0]>[0];

/** Each call but `countBetween` fails with UNAVAILABLE, TIMEOUT or BAD_UPSTREAM when the bank gives no usable response. */
export type Bank = {
  /** Makes the charge payable. One that an earlier call made keeps its expiry. Null: the bank keeps one of another amount. */
  open(
    charge: Pick<Charge, 'txid' | 'value' | 'description'> & { expiresInSeconds: number },
  ): Promise<Pick<Charge, 'emv' | 'expiresAt'> | null>;
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
  /** How many payments the bank counts in a window, both ends included; null when it gives no count, or does not respond. */
  countBetween(from: Date, to: Date): Promise<number | null>;
  /** Requests a return. With `mayBeKnown` it looks the return up first, and requests it if the bank does not have it. */
  refund(order: BankOrder, options: { mayBeKnown: boolean }): Promise<ReturnAtBank>;
  /** Only looks; null when the bank knows of no such return. */
  findRefund(order: BankOrder): Promise<ReturnAtBank | null>;
};

export type PaymentPage = {
  readonly payments: readonly ReportedPayment[];
  readonly malformed: readonly MalformedEntry[];
  readonly unread?: UnreadWindow;
};

/** What is counted, after the commit. */
export type ChargeMetrics = {
  settled(settlement: Settlement, source: Source): void;
  exception(kind: ExceptionKind): void;
  /** Counted and logged; `error` is what prevented its confirmation. */
  setAside(payment: Pick<SetAside, 'id' | 'problem'>, error?: unknown): void;
  /** Logged; the gauge of unread windows counts it. */
  windowSetAside(window: { readonly id: string; readonly problem: string }, error?: unknown): void;
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
  watch(paymentLinkId: string, maxMs: number): Watch & Disposable;
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

export type Ledger = {
  /**
   * KNOWN: the books had it before this call. REFUSED: the balance does not cover it, or it has failed on the books.
   * Repeatable.
   */
  holdRefund(refund: Refund, charge: Charge): Promise<'HELD' | 'KNOWN' | 'REFUSED'>;
  /** False: an operator's return must not be asked for (any more). */
  isReturnDecided(one: Pick<PaymentReturn, 'id' | 'endToEndId'>): Promise<boolean>;
};

export type Ports = Deployment &
  DecisionPorts &
  Store & {
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
    /** How far back windows of the bank's list are checked, and how often the older ones. */
    readonly lateSweep: { readonly days: number; readonly everyMs: number };
  };
