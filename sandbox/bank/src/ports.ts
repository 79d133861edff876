import type { Charge, NewCharge } from './domain/charge.ts';
import type { Fault, Window as FaultyWindow, Operation } from './domain/fault.ts';
import type { Payment } from './domain/payment.ts';
import type { NewRefund, Refund } from './domain/refund.ts';
import type { PlannedPayment } from './domain/script.ts';

export type Charges = {
  /** Creates the charge, or alters it while it is ATIVA; null when it is past that. */
  put(charge: NewCharge, at: Date, location: string): Promise<Charge | null>;
  find(txid: string): Promise<Charge | null>;
  /** Takes an ATIVA charge back; null when there is none. */
  remove(txid: string): Promise<Charge | null>;
  /** Open charges that are not expired at `now`, newest first. */
  listOpen(now: Date, limit: number): Promise<readonly Charge[]>;
};

/** Both ends of the window belong to it. */
type Window = {
  readonly from: Date;
  readonly to: Date;
  readonly txid?: string | undefined;
  /** Only payments with a refund or return, or only those without. */
  readonly refunded?: boolean | undefined;
};
type Page = { readonly number: number; readonly size: number };
type PageOfPayments = { readonly payments: readonly Payment[]; readonly total: number };

/** What comes after a sequence number, in the order it happened; `next` is null on the last page. */
type Truth<Fact> = { readonly facts: readonly Fact[]; readonly next: number | null };

export type Payments = {
  of(txid: string): Promise<readonly Payment[]>;
  find(endToEndId: string): Promise<Payment | null>;
  list(window: Window, page: Page): Promise<PageOfPayments>;
  latest(limit: number): Promise<readonly Payment[]>;
  truth(after: number, limit: number): Promise<Truth<Payment>>;
};

export type Refunds = {
  find(endToEndId: string, id: string): Promise<Refund | null>;
  /** Ends the refunds that are due, each on one replica, and gives their payments. */
  settleDue(now: Date, limit: number): Promise<readonly string[]>;
  truth(after: number, limit: number): Promise<Truth<Refund>>;
};

export type Webhook = { readonly pixKey: string; readonly url: string; readonly createdAt: Date };

export type Webhooks = {
  put(webhook: Webhook): Promise<void>;
  find(pixKey: string): Promise<Webhook | null>;
  /** False when there was none. */
  remove(pixKey: string): Promise<boolean>;
};

export type ScheduledPayment = PlannedPayment & {
  /** Of two with the same key only the first is kept. */
  readonly scriptKey: string | null;
  readonly notify: boolean;
  readonly force: boolean;
};

export type ArmedFault = Fault & { readonly remaining: number };

export type Faults = {
  add(fault: ArmedFault): Promise<void>;
  list(): Promise<readonly ArmedFault[]>;
  clear(): Promise<void>;
  /** Uses one up, on whichever replica asks first. */
  take(operation: Operation, window?: FaultyWindow | null): Promise<Fault | null>;
};

/** A clock that all replicas share. `now` is as fresh as the last call of `synchronize`. */
export type Clock = {
  now(): Date;
  offsetMs(): number;
  /** Loads what other replicas changed, unless it was just loaded. */
  synchronize(): Promise<void>;
  advance(ms: number): Promise<void>;
  reset(): Promise<void>;
};

export type Mail = {
  readonly id: number;
  readonly receivedAt: Date;
  readonly to: string;
  readonly subject: string;
  /** The plain part. */
  readonly text: string;
};

export type Mails = {
  /** Only the latest are kept. */
  add(mail: Omit<Mail, 'id'>): Promise<void>;
  /** Newest first, of everyone or of one recipient. */
  latest(limit: number, to?: string): Promise<readonly Mail[]>;
  find(id: number): Promise<Mail | null>;
};

/** Everything written inside `work` commits together, or not at all. */
type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

type Transaction = {
  /** No other replica pays, alters or removes the charge until this transaction ends. */
  lockAt(location: string): Promise<Charge | null>;
  lockCharge(txid: string): Promise<Charge | null>;
  /** Records the payments and concludes the charge of this txid if it is open. */
  settle(payments: readonly Payment[]): Promise<void>;
  /** Takes one payer who is due off the schedule, out of reach of the other replicas. */
  nextDue(now: Date): Promise<ScheduledPayment | null>;
  /** No other replica refunds the payment until this transaction ends. */
  lockPayment(endToEndId: string): Promise<Payment | null>;
  addRefund(refund: NewRefund): Promise<Refund>;
};

export type Ports = {
  readonly charges: Charges;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly webhooks: Webhooks;
  readonly mails: Mails;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly schedule: (payment: ScheduledPayment) => Promise<void>;
  readonly transact: Transact;
  /** Tells the receiver of payments, some time later; neither waits nor fails. */
  readonly sendCallbacks: (payments: readonly Payment[]) => void;
  readonly newLocation: () => string;
  readonly newEndToEndId: (paidAt: Date) => string;
  readonly newReturnId: (requestedAt: Date) => string;
  /** For a return that the bank makes by itself. */
  readonly newBankRefundId: () => string;
  /** True when amounts call up payers. */
  readonly scriptedAmounts: boolean;
  readonly refundSettlesAfterMs: number;
};
