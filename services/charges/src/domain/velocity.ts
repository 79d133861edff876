import { AppError } from '@entrada/platform/errors/app-error';
import { DAY_MS, storedDayOf } from '@entrada/platform/time/units';

export type VelocityKind = 'deposit' | 'refund';

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
