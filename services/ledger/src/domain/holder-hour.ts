import { HOUR_MS } from '@entrada/platform/time/units';
import type { Violation } from './violation.ts';

/** What is counted of the books in one UTC hour of an account, by the time at which its transactions were booked. */
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

export const NO_SUMS = Object.fromEntries(HOUR_SUMS.map((name) => [name, 0])) as HourSums;

export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** The end of the hour that an instant is in; an instant on the hour is one itself. */
export function hourAfter(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** An hour of an account, as its transactions add up and as it is stored. */
export type ComparedHour = {
  readonly holderId: string;
  readonly hour: Date;
  readonly byBooks: HourSums;
  readonly stored: HourSums;
};

/** Null where they agree; otherwise one line with every sum that differs. */
export function hourProblem({ holderId, hour, byBooks, stored }: ComparedHour): Violation | null {
  const differing = HOUR_SUMS.filter((name) => byBooks[name] !== stored[name]);
  if (differing.length === 0) return null;
  const shown = (sums: HourSums) => differing.map((name) => `${name} ${sums[name]}`).join(', ');
  return {
    invariant: 'hours',
    subject: `account ${holderId}, hour ${hour.toISOString()}`,
    expected: `${shown(byBooks)} by its transactions`,
    found: shown(stored),
  };
}
