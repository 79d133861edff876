/** Of the last 24 hours, the current one included, or days, or whole days that the person chose. */
export const RANGES = ['24h', '7d', '30d', '90d', 'custom'] as const;
export type RangeName = (typeof RANGES)[number];
export type TimeRange = {
  readonly range: RangeName;
  /** Days (2026-11-15) in the browser's zone, both included; only of `custom`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** Whole days of the browser's zone, today included, so that a chart of seven days has seven bars. */
const DAYS: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90 };
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** From search parameters, which a person can write by hand. */
export function parseRange(search: Record<string, unknown>, fallback: RangeName): TimeRange {
  const range = RANGES.find((name) => name === search.range) ?? fallback;
  if (range !== 'custom') return { range };
  const day = (value: unknown) =>
    typeof value === 'string' && midnight(value, 0) ? value : undefined;
  return { range, from: day(search.from), to: day(search.to) };
}

/** As the API takes it: `from` included, `to` excluded; a missing end is open. */
export function isoRange({ range, from, to }: TimeRange, now: number) {
  if (range === '24h') return since(new Date(startOfHour(now) - (DAY_HOURS - 1) * HOUR_MS));
  const days = DAYS[range];
  if (days) {
    const today = new Date(now);
    const first = today.getDate() - (days - 1);
    return since(new Date(today.getFullYear(), today.getMonth(), first));
  }
  return {
    from: from === undefined ? undefined : midnight(from, 0)?.toISOString(),
    to: to === undefined ? undefined : midnight(to, 1)?.toISOString(),
  };
}

/** Hours of charts begin where those of UTC do, so that 24 of them have 24 bars. */
function startOfHour(ms: number): number {
  return ms - (ms % HOUR_MS);
}

function since(from: Date) {
  return { from: from.toISOString(), to: undefined };
}

/** Where a day begins in the browser's zone, also where the clock changes; null: no such day. */
function midnight(day: string, daysLater: number): Date | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (!year) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  if (start.getMonth() !== Number(month) - 1 || start.getFullYear() !== Number(year)) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
}
