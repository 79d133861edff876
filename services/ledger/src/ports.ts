import type { Deposit, Posting } from './domain/deposit.ts';

/** A deposit; `announced` is what charges said of it, for whoever hears of the credit. */
export type CompletedCharge = Deposit & {
  readonly confirmedAt: Date;
  readonly announced: unknown;
};

export type Credit = {
  readonly transactionId: string;
  readonly charge: CompletedCharge;
  readonly postings: readonly Posting[];
  readonly creditedCents: number;
  readonly at: Date;
};

/** Everything written through one of these commits together, or not at all. */
export type LedgerTransaction = {
  /** Writes the entries and moves each holder's balance once, however many entries it has. */
  post(credits: readonly Credit[]): Promise<void>;
  announce(credits: readonly Credit[]): Promise<void>;
};

export type Balance = { readonly availableCents: number; readonly suspenseCents: number };

export type Ports = {
  readonly balanceOf: (accountId: string) => Promise<Balance>;
  readonly now: () => Date;
  /** The same charge always gets the same id. */
  readonly transactionIdOf: (chargeId: string) => string;
};
