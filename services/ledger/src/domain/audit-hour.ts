import { storedDayOf } from '@entrada/platform/time/stored-day';
import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';
import { HOUR_SUMS, type HourSums } from './holder-hour.ts';
import type { Violation } from './violation.ts';

/** An hour of an account, as its transactions add up and as it is stored. */
export type ComparedHour = {
  readonly holderId: string;
  readonly hour: Date;
  readonly byBooks: HourSums;
  readonly byRollup: HourSums;
};

/** The day that ends with an hour; null: it goes on. */
export function dayEndedBy(hour: Date): Date | null {
  const end = hour.getTime() + HOUR_MS;
  return storedDayOf(new Date(end)) === end ? new Date(end - DAY_MS) : null;
}

export function dayProblem(holderId: string, day: Date): Violation {
  return {
    invariant: 'hours',
    subject: `account ${holderId}, day from ${day.toISOString()}`,
    expected: 'the sums of its hours',
    found: 'others',
  };
}

/** Null where they agree; otherwise one line with every sum that differs. */
export function hourProblem({ holderId, hour, byBooks, byRollup }: ComparedHour): Violation | null {
  const differing = HOUR_SUMS.filter((name) => byBooks[name] !== byRollup[name]);
  if (differing.length === 0) return null;
  const shown = (sums: HourSums) => differing.map((name) => `${name} ${sums[name]}`).join(', ');
  return {
    invariant: 'hours',
    subject: `account ${holderId}, hour ${hour.toISOString()}`,
    expected: `${shown(byBooks)} by its transactions`,
    found: shown(byRollup),
  };
}
