import { type CountedParts, type PartSums, sumsOf } from './counted-hours.ts';

type CountedValue = { readonly count: number; readonly value: number };
/** Null where the service that knows it is unavailable. */
type Figures = {
  readonly created: CountedValue | null;
  readonly paid: CountedValue | null;
  readonly credited: CountedValue | null;
  readonly suspenseCredited: CountedValue | null;
  readonly fee: { readonly value: number } | null;
  readonly refunded: CountedValue | null;
  readonly notified: { readonly count: number } | null;
};

export type Overview = {
  readonly totals: Figures;
  readonly buckets: readonly (Figures & { readonly start: string })[];
};

/** Bounds are the beginnings of the buckets, and the end of the last. */
export function overviewOf(bounds: readonly Date[], counted: CountedParts): Overview {
  const parts = sumsOf(bounds, counted);
  const buckets = bounds.slice(0, -1).map((start, index) => ({
    start: start.toISOString(),
    ...figuresOf(parts, (sums) => sums[index] ?? 0),
  }));
  const total = (sums: readonly number[]) => sums.reduce((sum, one) => sum + one, 0);
  return { totals: figuresOf(parts, total), buckets };
}

function figuresOf(
  { charges, ledger, webhooks }: PartSums,
  of: (sums: readonly number[]) => number,
): Figures {
  return {
    created: charges && { count: of(charges.createdCount), value: of(charges.createdCents) },
    paid: charges && { count: of(charges.paidCount), value: of(charges.paidCents) },
    credited: ledger && { count: of(ledger.creditedCount), value: of(ledger.creditedCents) },
    suspenseCredited: ledger && {
      count: of(ledger.suspenseCreditedCount),
      value: of(ledger.suspenseCreditedCents),
    },
    fee: ledger && { value: of(ledger.feeCents) },
    refunded: ledger && { count: of(ledger.refundedCount), value: of(ledger.refundedCents) },
    notified: webhooks && { count: of(webhooks.notifiedCount) },
  };
}
