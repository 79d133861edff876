import { HOUR_MS } from '@entrada/platform/time/units';
import type { Booked } from './book.ts';
import type { Line } from './link.ts';
import { type MovementKind, PLATFORM_ID } from './posting.ts';

/** What is counted of the books. A sum may be below zero where a return is corrected. */
export const HOUR_SUMS = [
  'creditedCount',
  'creditedCents',
  'feeCents',
  'refundedCount',
  'refundedCents',
  'suspenseCreditedCount',
  'suspenseCreditedCents',
] as const;
export type HourSums = Readonly<Record<(typeof HOUR_SUMS)[number], number>>;

/** One UTC hour of an account, by the time at which its transactions were booked. */
export type HolderHour = HourSums & { readonly holderId: string; readonly hour: Date };

export const NO_SUMS: HourSums = {
  creditedCount: 0,
  creditedCents: 0,
  feeCents: 0,
  refundedCount: 0,
  refundedCents: 0,
  suspenseCreditedCount: 0,
  suspenseCreditedCents: 0,
};

export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** The end of the hour that an instant is in; an instant on the hour is one itself. */
export function hourAfter(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** What counts: of which transactions, which lines. */
const COUNTED: Partial<Record<MovementKind, readonly Line['account'][]>> = {
  DEPOSIT: ['settlement', 'fees', 'available'],
  SUSPENSE_CREDIT: ['available'],
  REFUND_SETTLE: ['settlement'],
  BANK_RETURN: ['available'],
  RETURN_CORRECTION: ['available'],
};

/** Changed in place, because a hot account changes with every line of a batch. */
type OpenHour = { -readonly [Field in keyof HolderHour]: HolderHour[Field] };

/** What transactions add to the hours of accounts. The platform has none. */
export function hoursOf(booked: readonly Booked[]): readonly HolderHour[] {
  const hours = new Map<string, OpenHour>();
  for (const { kind, at, holderId: ofChain, lines } of booked) {
    const counted = COUNTED[kind];
    if (!counted) continue;
    const hour = hourOf(at);
    for (const line of lines) {
      const holderId = line.holderId ?? ofChain;
      if (holderId === PLATFORM_ID || !counted.includes(line.account)) continue;
      const key = `${holderId} ${hour.getTime()}`;
      const sums = hours.get(key) ?? { ...NO_SUMS, holderId, hour };
      hours.set(key, sums);
      count(sums, kind, line);
    }
  }
  return [...hours.values()];
}

/**
 * A refund counts when the bank has settled it, so that one that failed never did; holds and releases
 * count nothing. A return by the bank counts as far as the account paid for it, also where it owes that
 * now; what was taken from suspense had never been credited. So available - owed = credited + suspense
 * credited - refunded - what is held for refunds.
 */
function count(sums: OpenHour, kind: MovementKind, { account, amountCents }: Line): void {
  switch (kind) {
    case 'DEPOSIT':
      // Every deposit has a line of the settlement, also one that is all fee.
      if (account === 'settlement') sums.creditedCount += 1;
      else if (account === 'fees') sums.feeCents += amountCents;
      else sums.creditedCents += amountCents;
      break;
    case 'SUSPENSE_CREDIT':
      sums.suspenseCreditedCount += 1;
      sums.suspenseCreditedCents += amountCents;
      break;
    case 'REFUND_SETTLE':
      sums.refundedCount += 1;
      sums.refundedCents += amountCents;
      break;
    default:
      // A correction that gives money back changes the value; the return was one all the same.
      sums.refundedCount += amountCents < 0 ? 1 : 0;
      sums.refundedCents -= amountCents;
  }
}
