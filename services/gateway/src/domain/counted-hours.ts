/** What each service counts, by the time at which it happened; charges by when they were created. */
const CHARGE_AMOUNTS = ['createdCount', 'createdCents', 'paidCount', 'paidCents'] as const;
const HOLDER_AMOUNTS = [
  'creditedCount',
  'creditedCents',
  'feeCents',
  'refundedCount',
  'refundedCents',
  'suspenseCreditedCount',
  'suspenseCreditedCents',
] as const;
const NOTIFIED_AMOUNTS = ['notifiedCount'] as const;

type Amounts<Name extends string> = Readonly<Record<Name, number>>;
/** A number of each name for every bucket. */
type Sums<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/**
 * UTC hours, oldest first, by their beginnings in ISO 8601; those in which nothing happened may be left out. Sums are null
 * for an overview by the hour, which asks for no buckets.
 */
type Counted<Name extends string> = {
  readonly hours: readonly (Amounts<Name> & { readonly hour: string })[];
  readonly sums: Sums<Name> | null;
  /** Everything committed at this time is counted; empty while nothing was. */
  readonly asOf: string;
};

/** Null: the service is unavailable. */
export type CountedParts = {
  readonly charges: Counted<(typeof CHARGE_AMOUNTS)[number]> | null;
  readonly ledger: Counted<(typeof HOLDER_AMOUNTS)[number]> | null;
  readonly webhooks: Counted<(typeof NOTIFIED_AMOUNTS)[number]> | null;
};

export type PartSums = {
  readonly [Part in keyof CountedParts]: NonNullable<CountedParts[Part]>['sums'];
};

/** Bounds are the beginnings of the buckets, and the end of the last. */
export function sumsOf(
  bounds: readonly Date[],
  { charges, ledger, webhooks }: CountedParts,
): PartSums {
  return {
    charges: charges && inBuckets(bounds, CHARGE_AMOUNTS, charges),
    ledger: ledger && inBuckets(bounds, HOLDER_AMOUNTS, ledger),
    webhooks: webhooks && inBuckets(bounds, NOTIFIED_AMOUNTS, webhooks),
  };
}

function inBuckets<Name extends string>(
  bounds: readonly Date[],
  names: readonly Name[],
  { hours, sums }: Counted<Name>,
): Sums<Name> {
  const size = bounds.length - 1;
  const added = sums ?? addUp(bounds, names, hours);
  if (names.every((name) => added[name].length === size)) return added;
  throw new Error(`a service returned sums of other buckets than the ${size} asked for`);
}

/** An hour counts in the bucket in which it begins; one outside of all buckets in none. */
function addUp<Name extends string>(
  bounds: readonly Date[],
  names: readonly Name[],
  hours: Counted<Name>['hours'],
): Sums<Name> {
  const columns = names.map((name) => [name, bounds.slice(1).map(() => 0)] as const);
  let after = 0;
  for (const hour of hours) {
    const at = Date.parse(hour.hour);
    while ((bounds[after]?.getTime() ?? Number.POSITIVE_INFINITY) <= at) after += 1;
    for (const [name, sums] of columns) {
      const before = sums[after - 1];
      if (before !== undefined) sums[after - 1] = before + hour[name];
    }
  }
  return Object.fromEntries(columns) as Record<Name, number[]>;
}
