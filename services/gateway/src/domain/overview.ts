/** What each service counted in one UTC hour; `hour` is its beginning, ISO 8601. */
type ChargeHour = {
  readonly hour: string;
  readonly createdCount: number;
  readonly createdCents: number;
  readonly paidCount: number;
  readonly paidCents: number;
};
type HolderHour = {
  readonly hour: string;
  readonly creditedCount: number;
  readonly creditedCents: number;
  readonly feeCents: number;
  readonly refundedCount: number;
  readonly refundedCents: number;
  readonly suspenseCreditedCount: number;
  readonly suspenseCreditedCents: number;
};
type NotifiedHour = { readonly hour: string; readonly notifiedCount: number };

type HoursOf<T> = (window: {
  readonly accountId: string;
  readonly from: string;
  readonly to: string;
  readonly starts: string[];
}) => Promise<readonly T[]>;

/**
 * Hours that begin in the window, oldest first; those in which nothing happened may be left out. If there are
 * starts, hours are added up from each of them to the next.
 */
export type CountedHours = {
  /** By the hour in which the charges were created. */
  readonly getChargeHours: HoursOf<ChargeHour>;
  readonly getHolderHours: HoursOf<HolderHour>;
  readonly getNotifiedHours: HoursOf<NotifiedHour>;
};

/** The parts of an overview; null: the service is unavailable. */
export type OverviewParts = {
  readonly charges: readonly ChargeHour[] | null;
  readonly ledger: readonly HolderHour[] | null;
  readonly webhooks: readonly NotifiedHour[] | null;
};

type Counted = { readonly count: number; readonly value: number };
/** Null where the service that knows it is unavailable. */
type Figures = {
  readonly created: Counted | null;
  readonly paid: Counted | null;
  readonly credited: Counted | null;
  readonly suspenseCredited: Counted | null;
  readonly fee: { readonly value: number } | null;
  readonly refunded: Counted | null;
  readonly notified: { readonly count: number } | null;
};

export type Overview = {
  readonly totals: Figures;
  readonly buckets: readonly (Figures & { readonly start: string })[];
};

/** An hour counts in the bucket in which it begins. Bounds are the beginnings, and the end of the last. */
export function overviewOf(bounds: readonly Date[], parts: OverviewParts): Overview {
  const inBuckets = {
    charges: split(bounds, parts.charges),
    ledger: split(bounds, parts.ledger),
    webhooks: split(bounds, parts.webhooks),
  };
  const buckets = bounds.slice(0, -1).map((start, index) => ({
    start: start.toISOString(),
    ...figuresOf({
      charges: inBuckets.charges && (inBuckets.charges[index] ?? []),
      ledger: inBuckets.ledger && (inBuckets.ledger[index] ?? []),
      webhooks: inBuckets.webhooks && (inBuckets.webhooks[index] ?? []),
    }),
  }));
  const all = {
    charges: inBuckets.charges?.flat() ?? null,
    ledger: inBuckets.ledger?.flat() ?? null,
    webhooks: inBuckets.webhooks?.flat() ?? null,
  };
  return { totals: figuresOf(all), buckets };
}

/** Hours come oldest first; those outside of all buckets are left out. */
function split<T extends { readonly hour: string }>(
  bounds: readonly Date[],
  hours: readonly T[] | null,
): readonly (readonly T[])[] | null {
  if (hours === null) return null;
  const buckets = bounds.slice(1).map((): T[] => []);
  let after = 0;
  for (const hour of hours) {
    const at = Date.parse(hour.hour);
    while ((bounds[after]?.getTime() ?? Number.POSITIVE_INFINITY) <= at) after += 1;
    buckets[after - 1]?.push(hour);
  }
  return buckets;
}

function figuresOf({ charges, ledger, webhooks }: OverviewParts): Figures {
  return {
    created: charges && {
      count: sum(charges, ({ createdCount }) => createdCount),
      value: sum(charges, ({ createdCents }) => createdCents),
    },
    paid: charges && {
      count: sum(charges, ({ paidCount }) => paidCount),
      value: sum(charges, ({ paidCents }) => paidCents),
    },
    credited: ledger && {
      count: sum(ledger, ({ creditedCount }) => creditedCount),
      value: sum(ledger, ({ creditedCents }) => creditedCents),
    },
    suspenseCredited: ledger && {
      count: sum(ledger, ({ suspenseCreditedCount }) => suspenseCreditedCount),
      value: sum(ledger, ({ suspenseCreditedCents }) => suspenseCreditedCents),
    },
    fee: ledger && { value: sum(ledger, ({ feeCents }) => feeCents) },
    refunded: ledger && {
      count: sum(ledger, ({ refundedCount }) => refundedCount),
      value: sum(ledger, ({ refundedCents }) => refundedCents),
    },
    notified: webhooks && { count: sum(webhooks, ({ notifiedCount }) => notifiedCount) },
  };
}

function sum<T>(hours: readonly T[], figure: (hour: T) => number): number {
  return hours.reduce((total, hour) => total + figure(hour), 0);
}
