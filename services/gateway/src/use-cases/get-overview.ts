import { fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import { type Bucket, beginningOfDay, bucketBounds } from '../domain/bucket-bounds.ts';
import { overviewOf } from '../domain/overview.ts';
import type { Ports } from '../ports.ts';
import { nullIfUnavailable } from './read-several.ts';

/** Days before today in the range that is taken when none is given. */
const DEFAULT_DAYS_BEFORE = 6;
const DAYS_MAX = { hour: 8, day: 92 } as const satisfies Record<Bucket, number>;
/** Hours that have begun at both ends come on top; days do not: the services refuse more than 93. */
const BUCKETS_MAX = { hour: 8 * 24 + 2, day: 92 } as const satisfies Record<Bucket, number>;

type Input = {
  readonly accountId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly bucket: Bucket;
  readonly tz: string;
};

/** What an account created, was paid, credited and notified of, from what three services count. */
export function getOverview({ getChargeHours, getHolderHours, getNotifiedHours, now }: Ports) {
  return async ({ accountId, bucket, tz, from, to }: Input) => {
    const calledAt = new Date(now());
    const end = to === undefined ? calledAt : new Date(to);
    const begin =
      from === undefined ? beginningOfDay(end, tz, DEFAULT_DAYS_BEFORE) : new Date(from);
    const bounds = boundsOf({ from: begin, to: end, bucket, tz });
    const window = { from: isoOf(bounds.at(0)), to: isoOf(bounds.at(-1)) };
    const starts = bounds.slice(0, -1);
    const asked = { accountId, ...window, bucketStarts: starts.map(secondsOf) };
    const [charges, ledger, webhooks] = await Promise.all([
      nullIfUnavailable(getChargeHours(asked)),
      nullIfUnavailable(getHolderHours(asked)),
      nullIfUnavailable(getNotifiedHours(asked)),
    ]);
    const parts = {
      charges: charges?.sums ?? null,
      ledger: ledger?.sums ?? null,
      webhooks: webhooks?.sums ?? null,
    };
    return {
      /** The figures contain everything that had happened by then. */
      asOf: earliestOf([charges, ledger, webhooks], calledAt),
      bucket,
      tz,
      /** As widened to whole buckets. */
      ...window,
      /** Services whose figures are null because they are unavailable. */
      incomplete: Object.entries(parts).flatMap(([name, part]) => (part ? [] : [name])),
      ...overviewOf(starts, parts),
    };
  };
}

/** How far the totals of each service reach; one that has counted nothing yet has no say. */
function earliestOf(parts: readonly ({ readonly asOf: string } | null)[], calledAt: Date): string {
  const times = parts.flatMap((part) => (part?.asOf ? [part.asOf] : []));
  return [calledAt.toISOString(), ...times].toSorted()[0] ?? '';
}

/** Looked at before the range is widened, so that a long one is not walked through. */
function boundsOf(range: Parameters<typeof bucketBounds>[0]): readonly Date[] {
  const { from, to, bucket } = range;
  if (from >= to) throw fieldError('from', 'must be before to');
  const isShort = to.getTime() - from.getTime() <= (DAYS_MAX[bucket] + 1) * DAY_MS;
  const bounds = isShort ? bucketBounds(range) : [];
  if (isShort && bounds.length - 1 <= BUCKETS_MAX[bucket]) return bounds;
  const counted = bucket === 'day' ? ', begun ones included' : '';
  throw fieldError('to', `must be at most ${DAYS_MAX[bucket]} days after from${counted}`);
}

/** Hours and days begin at full seconds in every time zone. */
function secondsOf(bound: Date): number {
  return bound.getTime() / 1_000;
}

function isoOf(bound: Date | undefined): string {
  return (bound ?? new Date(0)).toISOString();
}
