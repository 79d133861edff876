import { createHash } from 'node:crypto';
import { AppError, type FieldProblem, fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS, storedDayOf } from '@entrada/platform/time/units';

declare const cents: unique symbol;
/** A positive whole number of cents. */
export type Cents = number & { readonly [cents]: true };

export function parseCents(input: unknown): Cents {
  if (typeof input !== 'number' || !Number.isSafeInteger(input) || input <= 0) {
    throw fieldError('value', 'must be a positive integer (cents)', { reason: 'invalid_value' });
  }
  return input as Cents;
}

export type Limits = { readonly minCents: number; readonly maxCents: number };

export function withinLimits(value: Cents, { minCents, maxCents }: Limits): Cents {
  if (value >= minCents && value <= maxCents) return value;
  throw outOfRange(`must be between ${minCents} and ${maxCents} cents`);
}

/** With a fee on top the payer pays more than was asked for; the limits apply to that amount too. */
export function payableWithinLimits(
  { value, fee }: { readonly value: Cents; readonly fee: number },
  { maxCents }: Limits,
): void {
  if (value > maxCents)
    throw outOfRange(`plus the fee of ${fee} cents must be at most ${maxCents} cents`);
}

function outOfRange(problem: string): AppError {
  return fieldError('value', problem, { code: 'OUT_OF_RANGE', reason: 'value_out_of_range' });
}

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

type VelocityKind = 'deposit' | 'refund';

/** What an account may make in a day; null: no limit. */
export type DailyLimit = { readonly madeMax: number | null; readonly centsMax: number | null };

/** What it has made on a day. */
export type DayTotal = { readonly made: number; readonly cents: number };

/** One deposit or refund that counts against a limit. */
export type LimitUse = {
  readonly accountId: string;
  readonly kind: VelocityKind;
  readonly day: Date;
  readonly cents: number;
  readonly limit: DailyLimit;
};

const NAMES = { deposit: 'Deposit', refund: 'Refund' } as const;

/** Null where nothing limits it: then nothing is counted. */
export function countedFor(
  what: Pick<LimitUse, 'accountId' | 'kind' | 'cents' | 'limit'>,
  at: Date,
): LimitUse | null {
  const { madeMax, centsMax } = what.limit;
  if (madeMax === null && centsMax === null) return null;
  return { ...what, day: new Date(storedDayOf(at)) };
}

export function isWithin({ cents, limit }: LimitUse, before: DayTotal): boolean {
  const { madeMax, centsMax } = limit;
  return (
    before.made + 1 <= (madeMax ?? Number.POSITIVE_INFINITY) &&
    before.cents + cents <= (centsMax ?? Number.POSITIVE_INFINITY)
  );
}

/** Says what is left, and when the next day begins. */
export function velocityReached({ kind, day, limit }: LimitUse, before: DayTotal): AppError {
  const left = [
    ...(limit.madeMax === null ? [] : [`${Math.max(0, limit.madeMax - before.made)} ${kind}s`]),
    ...(limit.centsMax === null ? [] : [`${Math.max(0, limit.centsMax - before.cents)} cents`]),
  ];
  const until = new Date(day.getTime() + DAY_MS).toISOString();
  return new AppError(
    'OUT_OF_RANGE',
    `${NAMES[kind]} exceeds the daily limit: ${left.join(' and ')} are left until ${until}`,
    { reason: 'velocity_limit_reached' },
  );
}

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
