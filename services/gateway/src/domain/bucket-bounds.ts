export const BUCKETS = ['hour', 'day'] as const;
export type Bucket = (typeof BUCKETS)[number];

export type Range = {
  readonly from: Date;
  readonly to: Date;
  readonly bucket: Bucket;
  /** IANA name. */
  readonly tz: string;
};

/**
 * Where the buckets of a range begin, and where the last one ends: the range is widened to whole local
 * hours or days. A day has 23 or 25 hours where clocks change, and an hour that comes twice is two.
 */
export function bucketBounds({ from, to, bucket, tz }: Range): readonly Date[] {
  const zoned = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(tz);
  let at = beginningOf(zoned, bucket);
  const bounds = [instantOf(at)];
  do {
    at = afterOf(at, bucket);
    bounds.push(instantOf(at));
  } while (at.epochMilliseconds < to.getTime());
  return bounds;
}

/** The beginning of the local day that is so many days before the one that an instant is in. */
export function beginningOfDay(instant: Date, tz: string, daysBefore: number): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(tz);
  return instantOf(beginningOf(zoned.subtract({ days: daysBefore }), 'day'));
}

export function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

function beginningOf(at: Temporal.ZonedDateTime, bucket: Bucket): Temporal.ZonedDateTime {
  if (bucket === 'day') return at.startOfDay();
  const floor = { smallestUnit: 'hour', roundingMode: 'floor' } as const;
  const begun = at.round(floor);
  if (begun.epochMilliseconds <= at.epochMilliseconds) return begun;
  // Clocks skipped the full hour, as in St. John's from 00:01 to 01:01: it began before they did.
  return at
    .toPlainDateTime()
    .round(floor)
    .toZonedDateTime(at.timeZoneId, { disambiguation: 'earlier' });
}

function afterOf(at: Temporal.ZonedDateTime, bucket: Bucket): Temporal.ZonedDateTime {
  if (bucket === 'day') return at.add({ days: 1 }).startOfDay();
  const next = beginningOf(at.add({ hours: 1 }), bucket);
  // Where clocks change by half an hour, the hour after can begin with the one before it.
  const isLater = next.epochMilliseconds > at.epochMilliseconds;
  return isLater ? next : beginningOf(at.add({ hours: 2 }), bucket);
}

function instantOf(at: Temporal.ZonedDateTime): Date {
  return new Date(at.epochMilliseconds);
}
