import { fieldError } from '@entrada/platform/errors/app-error';
import type { FeePlan } from './fee.ts';
import type { Limits } from './money.ts';

/** What an account may have of its own; null is the deployment's. */
export type OwnTerms = {
  readonly feeBasisPoints: number | null;
  readonly feeFixedCents: number | null;
  readonly feeMinCents: number | null;
  readonly feeMaxCents: number | null;
  readonly feeMode: FeePlan['mode'] | null;
  readonly valueMinCents: number | null;
  readonly valueMaxCents: number | null;
};

/** One version of an account's own terms. It never changes; a later one takes its place. */
export type TermsVersion = OwnTerms & {
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
};

/** A version, and what counts under it with what it leaves to the deployment. */
export type StatedTerms = { readonly own: TermsVersion | null; readonly effective: Terms };

export type Deployment = Pick<Terms, 'feePlan' | 'limits'>;

export const DEPLOYMENTS_OWN: OwnTerms = {
  feeBasisPoints: null,
  feeFixedCents: null,
  feeMinCents: null,
  feeMaxCents: null,
  feeMode: null,
  valueMinCents: null,
  valueMaxCents: null,
};

const BASIS_POINTS_MAX = 10_000;

/** An account can narrow the deployment's limits, never widen them. */
export function termsOf(own: TermsVersion | null, { feePlan, limits }: Deployment): Terms {
  if (!own) return { version: 0, feePlan, limits };
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
  };
}

export function stated(own: TermsVersion | null, deployment: Deployment): StatedTerms {
  return { own, effective: termsOf(own, deployment) };
}

/** Of two from the same time the later one holds: so a scheduled version can be replaced. */
export function inForceAt(versions: readonly TermsVersion[], at: Date): TermsVersion | null {
  return (
    versions
      .filter(({ from }) => from <= at)
      .sort(byTime)
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
  const next: OwnTerms = { ...DEPLOYMENTS_OWN, ...ownOf(before), ...change };
  const { minCents, maxCents } = deployment.limits;
  within('feeBasisPoints', next.feeBasisPoints, 0, BASIS_POINTS_MAX);
  for (const field of ['feeFixedCents', 'feeMinCents', 'feeMaxCents'] as const) {
    within(field, next[field], 0, maxCents);
  }
  within('valueMinCents', next.valueMinCents, minCents, maxCents);
  within('valueMaxCents', next.valueMaxCents, next.valueMinCents ?? minCents, maxCents);
  const feeMin = next.feeMinCents ?? deployment.feePlan.minCents;
  const feeMax = next.feeMaxCents ?? deployment.feePlan.maxCents;
  if (feeMax !== null && feeMin > feeMax) {
    throw fieldError('feeMinCents', `must not be above feeMaxCents (${feeMax})`);
  }
  return next;
}

function ownOf({ ...terms }: OwnTerms): OwnTerms {
  const names = Object.keys(DEPLOYMENTS_OWN) as (keyof OwnTerms)[];
  return Object.fromEntries(names.map((name) => [name, terms[name]])) as OwnTerms;
}

function within(field: string, value: number | null, min: number, max: number): void {
  if (value === null || (Number.isSafeInteger(value) && value >= min && value <= max)) return;
  throw fieldError(field, `must be a whole number between ${min} and ${max}`);
}

/** Versions of fee plan and limits that single accounts have. */
export type AccountTerms = {
  /** The version that holds at a time; null for the deployment's own. */
  inForce(accountId: string, at: Date): Promise<TermsVersion | null>;
  /** Newest version first. */
  list(accountId: string): Promise<readonly TermsVersion[]>;
  /** Stores what is decided from the versions there are; no other one of the account comes in between. */
  add(
    accountId: string,
    decide: (versions: readonly TermsVersion[]) => TermsVersion,
  ): Promise<TermsVersion>;
};

export type AuditLog = {
  record(line: {
    readonly actor: string;
    readonly action: string;
    readonly subject: string;
    readonly accountId: string;
    readonly detail: object;
  }): Promise<void>;
  isAccount(accountId: string): Promise<boolean>;
};
