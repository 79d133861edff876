import type { Language } from '../preferences/preferences.ts';

export type Formats = ReturnType<typeof formatsOf>;

const CENTS = 100;
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** How a language writes amounts (cents), times (ISO 8601) and numbers. Times are in the browser's zone. */
export function formatsOf(language: Language, timeZone?: string) {
  const zone = timeZone ? { timeZone } : {};
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, ...zone });
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  const short = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'BRL',
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const day = of({ day: '2-digit', month: 'short', year: 'numeric' });
  const shortDay = of({ day: '2-digit', month: 'short' });
  const time = of({ hour: '2-digit', minute: '2-digit' });
  const moment = of({
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  const exact = of({ dateStyle: 'medium', timeStyle: 'long' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const at = (format: Intl.DateTimeFormat) => (iso: string | number) =>
    format.format(new Date(iso));
  return {
    /** Digit by digit: a large amount does not fit a float. */
    money: (cents: number) => money.format(decimal(cents)),
    /** "R$ 1.2k", for axes. */
    shortMoney: (cents: number) => short.format(cents / CENTS),
    number: (value: number) => whole.format(value),
    /** Of a share between 0 and 1. */
    percent: (share: number) => percent.format(share),
    day: at(day),
    shortDay: at(shortDay),
    time: at(time),
    moment: at(moment),
    /** With seconds and the zone, for titles. */
    exact: at(exact),
    /** "3 minutes ago", from `now`. */
    ago: (iso: string, now: number) => agoIn(relative, Date.parse(iso) - now),
    /** "0.4 s", "230 ms", never broken over two lines. */
    duration: (ms: number) =>
      ms < 1_000
        ? `${whole.format(Math.round(ms))}\u00a0ms`
        : `${whole.format(round(ms / 1_000))}\u00a0s`,
  };
}

/** As a decimal string, which Intl formats exactly. */
function decimal(cents: number): Intl.StringNumericLiteral {
  const sign = cents < 0 ? '-' : '';
  const digits = Math.abs(cents);
  const fraction = String(digits % CENTS).padStart(2, '0');
  return `${sign}${Math.floor(digits / CENTS)}.${fraction}` as Intl.StringNumericLiteral;
}

function agoIn(relative: Intl.RelativeTimeFormat, ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? UNITS[3];
  return relative.format(Math.round(ms / size), unit);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
