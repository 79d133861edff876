import { DAY_MS } from '../time/units.ts';

/** Retention of the inbox: a duplicate of a younger event is always recognized. */
export const INBOX_DAYS = 60;
/** A day less, so that no duplicate races with the pruning of its inbox row. */
export const REPEAT_DAYS_MAX = INBOX_DAYS - 1;

export type RewindRequest = {
  readonly group: string;
  readonly topics: readonly string[];
  /** The group continues at the first record published at or after this time; at the beginning if absent. */
  readonly to?: Date | undefined;
};

export type Rewound = {
  /** Records published at or after this time are read again. */
  readonly from: Date;
  /** How many records are read a second time. */
  readonly records: number;
};

/** The time to rewind to, not earlier than the inbox recognizes every duplicate. */
export function rewindTime(to: Date | undefined, now: Date): Date {
  if (to && to > now) {
    throw new Error(
      `${to.toISOString()} is in the future: a rewind only goes back. Pass a time before ${now.toISOString()}.`,
    );
  }
  return new Date(Math.max(to?.getTime() ?? 0, now.getTime() - REPEAT_DAYS_MAX * DAY_MS));
}
