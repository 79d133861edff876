export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Stored days begin at midnight in Brasília, so that those of nearly every account are read as they are. */
const DAY_OFFSET_MS = 3 * HOUR_MS;

/** When the stored day of a time begins. */
export function storedDayOf(time: Date): number {
  return Math.floor((time.getTime() - DAY_OFFSET_MS) / DAY_MS) * DAY_MS + DAY_OFFSET_MS;
}
