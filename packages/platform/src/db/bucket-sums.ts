import { DAY_MS, HOUR_MS, storedDayOf } from '../time/stored-day.ts';
import { timestamptzArray } from './array-parameter.ts';

/** Tables with the sums of an owner per UTC hour, and per 24 of them that begin at 03:00 UTC. */
export type SumTables = {
  readonly owner: string;
  readonly hours: string;
  readonly days: string;
  readonly columns: readonly string[];
};

/**
 * Rows of `bucket` and the columns, several for a bucket: the caller adds them up. Bucket n goes from the nth of the
 * bounds $2 to the next, for the owner $1. A stored day is counted in the bucket that contains its middle; its
 * hours that belong to a neighbouring bucket are then subtracted there and added here.
 */
export function bucketParts({ owner, hours, days, columns }: SumTables): string {
  const sums = columns.map((name) => `sum(${name})::bigint as ${name}`).join(', ');
  return `
    select ${bucketOf(middleOf('day'))} as bucket, ${columns.join(', ')}
      from ${days}
     where ${owner} = $1 and day >= $3 and day < $4
    union all
    select moved.bucket, ${columns.map((name) => `sign * ${name}`).join(', ')}
      from (select ${bucketOf('hour')} as own, ${bucketOf(middleOf(dayOf('hour')))} as counted, ${sums}
              from ${hours}
             where ${owner} = $1 and hour = any ($5::timestamptz[])
             group by own, counted) as hour
     cross join lateral (values (own, 1), (counted, -1)) as moved (bucket, sign)`;
}

/** The beginning of the bucket that a part belongs to; parts before the first and after the last bound belong to none. */
export const BUCKET_START = '($2::timestamptz[])[bucket]';
export const IS_IN_BUCKET = 'bucket between 1 and cardinality($2::timestamptz[]) - 1';

export function bucketOf(time: string): string {
  return `width_bucket(${time}, $2::timestamptz[])`;
}

export function dayOf(time: string): string {
  return `date_bin('1 day', ${time}, '2000-01-01T03:00:00Z')`;
}

function middleOf(day: string): string {
  return `${day} + interval '12 hours'`;
}

/** Planning takes longer than reading, and no value makes another plan better than that by the primary keys. */
export const BUCKET_SETTINGS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' };

/** The values $1 to $5: at most twelve hours around each bound, whatever the time zone. */
export function bucketValues(owner: string, starts: readonly Date[], end: Date): unknown[] {
  const bounds = [...starts, end];
  const [first = end] = bounds;
  return [
    owner,
    timestamptzArray(bounds),
    new Date(storedDayOf(first)),
    end,
    timestamptzArray(bounds.flatMap(hoursToMove)),
  ];
}

/** The hours between a bound and the nearest beginning of a stored day, for every bound. */
function hoursToMove(bound: Date): readonly Date[] {
  const at = bound.getTime();
  const day = storedDayOf(bound);
  const isInFirstHalf = at <= day + DAY_MS / 2;
  const from = isInFirstHalf ? day : Math.floor(at / HOUR_MS) * HOUR_MS;
  const to = isInFirstHalf ? at : day + DAY_MS;
  const hours: Date[] = [];
  for (let hour = from; hour < to; hour += HOUR_MS) hours.push(new Date(hour));
  return hours;
}
