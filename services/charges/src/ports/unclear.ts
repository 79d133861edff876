import type { Window } from '../domain/sweep-window.ts';
import type { Reported, SetAside, UnclearPayment } from '../domain/unclear.ts';

/**
 * Payments that could not be confirmed yet, and windows of the bank's list that could not be read. Storing
 * a payment resolves it, in the same commit.
 */
export type UnclearPayments = {
  setAside(payments: readonly SetAside[], at: Date): Promise<void>;
  /** The bank still lists these; what it says of them now counts. */
  noteSeen(payments: readonly Reported[], at: Date): Promise<void>;
  /** Those of the ids that were ever set aside. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Each goes to one caller, counts as an attempt and comes due again later. */
  claimDue(now: Date, limit: number): Promise<readonly UnclearPayment[]>;
  find(endToEndId: string): Promise<UnclearPayment | null>;
  ofTxid(txid: string): Promise<readonly UnclearPayment[]>;
  resolve(id: string, at: Date): Promise<void>;
  /** Resolves it for good: also what the bank repeats is not set aside again. False when there is none. */
  dismiss(id: string, at: Date): Promise<boolean>;
  /** Windows that are set aside, or were dismissed, and overlap this one. */
  unreadWindows(window: Window): Promise<readonly Window[]>;
  countWindows(): Promise<number>;
  /** Longest unclear first. */
  list(limit: number): Promise<{ payments: readonly UnclearPayment[]; total: number }>;
};
