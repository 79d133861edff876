import { type FieldProblem, fieldError } from '@entrada/platform/errors/app-error';
import type { FeePlan } from './fee.ts';
import type { Limits } from './money.ts';
import type { DailyLimit, VelocityKind } from './velocity.ts';

const FEES = ['feeBasisPoints', 'feeFixedCents', 'feeMinCents', 'feeMaxCents'] as const;
const VALUES = ['valueMinCents', 'valueMaxCents'] as const;
const DAILY_FIELDS = [
  'dailyDepositsMax',
  'dailyDepositCentsMax',
  'dailyRefundsMax',
  'dailyRefundCentsMax',
] as const;
export const TERMS_FIELDS = [...FEES, 'feeMode', ...VALUES, ...DAILY_FIELDS] as const;

/** What an account may have of its own; null is the deployment's. */
export type OwnTerms = {
  readonly [Field in (typeof TERMS_FIELDS)[number]]:
    | (Field extends 'feeMode' ? FeePlan['mode'] : number)
    | null;
};

/** One version of an account's own terms. It never changes; later ones are added. */
export type TermsVersion = OwnTerms & {
  /** What it changes; the rest stays as it is when it takes effect. */
  readonly changes: readonly (keyof OwnTerms)[];
  readonly version: number;
  readonly from: Date;
  readonly operator: string;
  readonly reason: string;
  readonly setAt: Date;
};

/** What counts for a new charge. */
export type Terms = {
  /** 0 for the deployment's own. */
  readonly version: number;
  readonly feePlan: FeePlan;
  readonly limits: Limits;
  /** The deployment has none. */
  readonly daily: Readonly<Record<VelocityKind, DailyLimit>>;
};

/** A version, and what counts under it with what it leaves to the deployment. */
export type StatedTerms = { readonly own: TermsVersion | null; readonly effective: Terms };

export type Deployment = Pick<Terms, 'feePlan' | 'limits'>;

export const DEPLOYMENTS_OWN = Object.fromEntries(
  TERMS_FIELDS.map((field) => [field, null]),
) as OwnTerms;

const BASIS_POINTS_MAX = 10_000;

/** An account can narrow the deployment's limits, never widen them. */
export function termsOf(own: TermsVersion | null, { feePlan, limits }: Deployment): Terms {
  if (!own) return { version: 0, feePlan, limits, daily: dailyIn(DEPLOYMENTS_OWN) };
  return {
    version: own.version,
    feePlan: {
      basisPoints: own.feeBasisPoints ?? feePlan.basisPoints,
      fixedCents: own.feeFixedCents ?? feePlan.fixedCents,
      minCents: own.feeMinCents ?? feePlan.minCents,
      maxCents: own.feeMaxCents ?? feePlan.maxCents,
      mode: own.feeMode ?? feePlan.mode,
    },
    limits: {
      minCents: Math.max(own.valueMinCents ?? 0, limits.minCents),
      maxCents: Math.min(own.valueMaxCents ?? limits.maxCents, limits.maxCents),
    },
    daily: dailyIn(own),
  };
}

function dailyIn(own: OwnTerms): Terms['daily'] {
  return {
    deposit: { madeMax: own.dailyDepositsMax, centsMax: own.dailyDepositCentsMax },
    refund: { madeMax: own.dailyRefundsMax, centsMax: own.dailyRefundCentsMax },
  };
}

export function stated(own: TermsVersion | null, deployment: Deployment): StatedTerms {
  return { own, effective: termsOf(own, deployment) };
}

/**
 * Versions in the order in which they take effect, each with the terms that hold from then on. Of two
 * from the same time the later one counts: so a scheduled version can be replaced.
 */
export function inEffect(versions: readonly TermsVersion[]): readonly TermsVersion[] {
  let before = DEPLOYMENTS_OWN;
  return versions.toSorted(byTime).map((version) => {
    before = { ...before, ...only(version.changes, version) };
    return { ...version, ...before };
  });
}

export function inForceAt(versions: readonly TermsVersion[], at: Date): TermsVersion | null {
  return (
    inEffect(versions)
      .filter(({ from }) => from <= at)
      .at(-1) ?? null
  );
}

/** The version that will hold next after a time. */
export function nextAfter(versions: readonly TermsVersion[], at: Date): TermsVersion | null {
  const [next] = versions.filter(({ from }) => from > at).sort(byTime);
  return next ? inForceAt(versions, next.from) : null;
}

function byTime(one: TermsVersion, other: TermsVersion): number {
  return one.from.getTime() - other.from.getTime() || one.version - other.version;
}

/** What is given replaces, what is null goes back to the deployment, and the rest stays. */
export function changed(
  before: OwnTerms,
  change: Partial<OwnTerms>,
  deployment: Deployment,
): OwnTerms {
  const next: OwnTerms = { ...only(TERMS_FIELDS, before), ...change };
  const [problem] = problemsOf(next, deployment);
  if (problem) throw fieldError(problem.field, problem.message);
  return next;
}

/** Fails where a version that is scheduled would not go with a new one. */
export function checkScheduled(
  versions: readonly TermsVersion[],
  added: TermsVersion,
  deployment: Deployment,
): void {
  for (const { from, version, ...own } of inEffect([...versions, added])) {
    const [problem] = from > added.from ? problemsOf(own, deployment) : [];
    if (!problem) continue;
    const since = `from ${from.toISOString()} on, when version ${version} takes effect`;
    throw fieldError(problem.field, `${problem.message} ${since}`);
  }
}

function problemsOf(own: OwnTerms, { limits, feePlan }: Deployment): FieldProblem[] {
  const { minCents, maxCents } = limits;
  const feeMin = own.feeMinCents ?? feePlan.minCents;
  const feeMax = own.feeMaxCents ?? feePlan.maxCents ?? maxCents;
  return [
    ...within('feeBasisPoints', own.feeBasisPoints, 0, BASIS_POINTS_MAX),
    ...within('feeFixedCents', own.feeFixedCents, 0, maxCents),
    ...within('feeMinCents', own.feeMinCents, 0, maxCents),
    ...within('feeMaxCents', own.feeMaxCents, 0, maxCents),
    ...within('valueMinCents', own.valueMinCents, minCents, maxCents),
    ...within('valueMaxCents', own.valueMaxCents, own.valueMinCents ?? minCents, maxCents),
    ...DAILY_FIELDS.flatMap((field) => within(field, own[field], 0, Number.MAX_SAFE_INTEGER)),
    ...(feeMin > feeMax
      ? [{ field: 'feeMinCents', message: `must not be above the highest fee (${feeMax})` }]
      : []),
  ];
}

function only(fields: readonly (keyof OwnTerms)[], terms: OwnTerms): OwnTerms {
  return Object.fromEntries(fields.map((field) => [field, terms[field]])) as OwnTerms;
}

function within(field: string, value: number | null, min: number, max: number): FieldProblem[] {
  if (value === null || (Number.isSafeInteger(value) && value >= min && value <= max)) return [];
  return [{ field, message: `must be an integer between ${min} and ${max}` }];
}
