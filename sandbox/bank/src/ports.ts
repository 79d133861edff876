import type { Charge, NewCharge, Payment } from './domain/charge.ts';

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
type Window = { readonly from: Date; readonly to: Date; readonly txid?: string };
type Page = { readonly number: number; readonly size: number };
type PageOfPayments = { readonly payments: readonly Payment[]; readonly total: number };

/** Payments after a sequence number, in the order they were made; `next` is null on the last page. */
type Truth = { readonly payments: readonly Payment[]; readonly next: number | null };

export type Payments = {
  of(txid: string): Promise<readonly Payment[]>;
  find(endToEndId: string): Promise<Payment | null>;
  list(window: Window, page: Page): Promise<PageOfPayments>;
  truth(after: number, limit: number): Promise<Truth>;
};

export type Webhook = { readonly pixKey: string; readonly url: string; readonly createdAt: Date };

export type Webhooks = {
  put(webhook: Webhook): Promise<void>;
  find(pixKey: string): Promise<Webhook | null>;
  /** False when there was none. */
  remove(pixKey: string): Promise<boolean>;
};

/** Everything written inside `work` commits together, or not at all. */
type Transact = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

type Transaction = {
  /** No other replica pays, alters or removes the charge until this transaction ends. */
  lockAt(location: string): Promise<Charge | null>;
  /** Records the payments and concludes their charge. */
  settle(txid: string, payments: readonly Payment[]): Promise<void>;
};

export type Ports = {
  readonly charges: Charges;
  readonly payments: Payments;
  readonly webhooks: Webhooks;
  readonly transact: Transact;
  /** Tells the receiver of payments, some time later; neither waits nor fails. */
  readonly announce: (payments: readonly Payment[]) => void;
  readonly now: () => Date;
  readonly newLocation: () => string;
  readonly newEndToEndId: (paidAt: Date) => string;
};
