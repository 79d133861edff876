/** A number of each name for every bucket. */
type Sums<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/** What each service counts, by the time at which it happened; charges by when they were created. Null: unavailable. */
export type OverviewParts = {
  readonly charges: Sums<'createdCount' | 'createdCents' | 'paidCount' | 'paidCents'> | null;
  readonly ledger: Sums<
    | 'creditedCount'
    | 'creditedCents'
    | 'feeCents'
    | 'refundedCount'
    | 'refundedCents'
    | 'suspenseCreditedCount'
    | 'suspenseCreditedCents'
  > | null;
  readonly webhooks: Sums<'notifiedCount'> | null;
};

/** From the beginnings of the buckets. */
export function overviewOf(starts: readonly Date[], parts: OverviewParts) {
  const columns = Object.values(parts).flatMap((sums) =>
    Object.values<readonly number[]>(sums ?? {}),
  );
  if (columns.some((column) => column.length !== starts.length))
    throw new Error(`a service returned sums of other buckets than the ${starts.length} asked for`);
  const buckets = starts.map((start, index) => ({
    start: start.toISOString(),
    ...figuresOf(parts, (sums) => sums[index] ?? 0),
  }));
  const total = (sums: readonly number[]) => sums.reduce((sum, one) => sum + one, 0);
  return { totals: figuresOf(parts, total), buckets };
}

/** Null where the service that knows it is unavailable. */
function figuresOf(
  { charges, ledger, webhooks }: OverviewParts,
  of: (sums: readonly number[]) => number,
) {
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
