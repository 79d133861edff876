import type { HeldRefund } from '../domain/audit-hold.ts';
import type { ComparedHour } from '../domain/audit-hour.ts';
import type { BookedReturn, PaymentAtBank } from '../domain/audit-returns.ts';

type Range = { readonly from: Date; readonly to: Date; readonly limit: number };

export type HeldRefunds = {
  /** Of the holds that were booked in a window, those that are open now; oldest first. */
  openHolds(range: Range): Promise<readonly HeldRefund[]>;
  /** Of the settlements that were booked in a window, those of more than was held; oldest first. */
  unheldSettlements(range: Range): Promise<readonly HeldRefund[]>;
};

export type ComparedHours = {
  /** Accounts that moved in the hour, or have a row of it; all of one instant. */
  compareHour(hour: Date): Promise<readonly ComparedHour[]>;
  /** Accounts whose stored day, of the 24 hours from then on, is not what their stored hours add up to. */
  differingDays(day: Date): Promise<readonly string[]>;
};

export type BookedReturns = {
  /** What went back of these payments. */
  returnsOf(payments: readonly PaymentAtBank[]): Promise<readonly BookedReturn[]>;
  /** What went back to payers in a window, oldest first. */
  returnedBetween(
    range: Range & {
      /** The last one of the page before; null for the first page. */
      readonly after: Pick<BookedReturn, 'at' | 'id'> | null;
    },
  ): Promise<readonly BookedReturn[]>;
};
