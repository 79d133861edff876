const WHOLE = 10_000n;

export type FeePlan = {
  readonly basisPoints: number;
  readonly fixed: number;
  readonly min: number;
  readonly max: number | null;
  readonly mode: 'DEDUCT' | 'ON_TOP';
};
export type Preview = { readonly pays: number; readonly fee: number; readonly credit: number };

/** What the payer will pay and the account will get, by the same rule as the API; shares are rounded half up. */
export function previewFee(cents: number, plan: FeePlan): Preview {
  // As BigInt: the product of an amount and a share does not fit a float.
  const share = Number((BigInt(cents) * BigInt(plan.basisPoints) * 2n + WHOLE) / (WHOLE * 2n));
  const fee = Math.min(
    Math.max(plan.fixed + share, plan.min),
    plan.max ?? Number.MAX_SAFE_INTEGER,
    cents,
  );
  return plan.mode === 'ON_TOP'
    ? { pays: cents + fee, fee, credit: cents }
    : { pays: cents, fee, credit: cents - fee };
}
