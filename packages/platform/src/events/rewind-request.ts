/** Kept in the inbox for so long, so repeats of what is younger are recognised for sure. */
export const INBOX_DAYS = 60;
/** A day less, so that no repeat races with the pruning of its inbox row. */
export const REPEAT_DAYS_MAX = INBOX_DAYS - 1;
const DAY_MS = 24 * 60 * 60 * 1_000;

export type RewindRequest = {
  readonly group: string;
  readonly topics: readonly string[];
  /** The group goes on with the first record published then or later; from the beginning if absent. */
  readonly to?: Date | undefined;
};

export type Rewound = {
  /** From when on records are read again. */
  readonly from: Date;
  /** How many records are read a second time. */
  readonly records: number;
};

/** The time to go back to; earlier than this the inbox would not recognise every repeat. */
export function rewindTime(to: Date | undefined, now: Date): Date {
  if (to && to > now) {
    throw new Error(
      `${to.toISOString()} lies in the future: a rewind only goes back. Give a time before ${now.toISOString()}.`,
    );
  }
  return new Date(Math.max(to?.getTime() ?? 0, now.getTime() - REPEAT_DAYS_MAX * DAY_MS));
}
