/** Of the last hours and days, or whole days that the person chose. */
export const RANGES = ['24h', '7d', '30d', '90d', 'custom'] as const;
export type RangeName = (typeof RANGES)[number];
export type TimeRange = {
  readonly range: RangeName;
  /** Days (2026-11-15) in the browser's zone, both included; only of `custom`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const HOUR_MS = 3_600_000;
const HOURS: Readonly<Record<string, number>> = { '24h': 24, '7d': 168, '30d': 720, '90d': 2_160 };
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
  const hours = HOURS[range];
  if (hours) return { from: new Date(now - hours * HOUR_MS).toISOString(), to: undefined };
  return {
    from: from === undefined ? undefined : midnight(from, 0)?.toISOString(),
    to: to === undefined ? undefined : midnight(to, 1)?.toISOString(),
  };
}

/** Where a day begins in the browser's zone, also where the clock changes; null: no such day. */
function midnight(day: string, daysLater: number): Date | null {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (!year) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date));
  if (start.getMonth() !== Number(month) - 1 || start.getFullYear() !== Number(year)) return null;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
}
