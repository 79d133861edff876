import { createHash } from 'node:crypto';
import type { Cents } from './money.ts';

export type FeePlan = {
  readonly basisPoints: number;
  readonly fixedCents: number;
  readonly minCents: number;
  /** Null: no upper bound but the value itself. */
  readonly maxCents: number | null;
  readonly mode: 'DEDUCT' | 'ON_TOP';
};

/** The plan that a charge was made under. */
export type ChargedPlan = FeePlan & { readonly version: string; readonly termsVersion: number };

export type Price = {
  /** What the client asked for. */
  readonly originalValue: Cents;
  /** What the payer pays. */
  readonly value: Cents;
  readonly fee: number;
};

const VERSION_LENGTH = 12;

/** The version is a digest of the plan, so that different plans have different versions. */
export function versioned(plan: FeePlan): FeePlan & { readonly version: string } {
  const { basisPoints, fixedCents, minCents, maxCents, mode } = plan;
  const canonical = JSON.stringify([basisPoints, fixedCents, minCents, maxCents, mode]);
  const digest = createHash('sha256').update(canonical).digest('hex');
  return { ...plan, version: digest.slice(0, VERSION_LENGTH) };
}

const BASIS_POINTS_WHOLE = 10_000n;

/** Always credit + fee = value, and never a negative credit. */
export function priceOf(originalValue: Cents, plan: FeePlan): Price {
  const fee = feeOf(originalValue, plan);
  const value = plan.mode === 'ON_TOP' ? ((originalValue + fee) as Cents) : originalValue;
  return { originalValue, value, fee };
}

function feeOf(base: Cents, { basisPoints, fixedCents, minCents, maxCents }: FeePlan): number {
  // The product of a large value and a large rate can exceed Number.MAX_SAFE_INTEGER.
  const scaled = BigInt(base) * BigInt(basisPoints);
  const share = Number((scaled + BASIS_POINTS_WHOLE / 2n) / BASIS_POINTS_WHOLE);
  const atLeast = Math.max(fixedCents + share, minCents);
  return Math.min(atLeast, maxCents ?? atLeast, base);
}
