import { DAY_MS, HOUR_MS } from '@entrada/platform/time/units';

/** A part of the bank's list of payments; both ends are included. */
export type Window = { readonly from: Date; readonly to: Date };

/** A part of the bank's list that cannot be read. */
export type UnreadWindow = Window & { readonly problem: string };

/** A window that takes no more payments, but for those that the bank lists late. */
export type ClosedWindow = Window & {
  /** Letters and digits, as operators type it: W20261115T030020Z20261115T030021Z. */
  readonly id: string;
  /** How many payments the bank counted when it was last read whole; null: read it again. */
  readonly listed: number | null;
};

const WINDOW_MS = 600_000;
/** A long outage is made up for in windows of this length, or in this many longer ones. */
const CATCH_UP_WINDOW_MS = HOUR_MS;
const CATCH_UP_WINDOWS_MAX = 1_000;
const PAST_WINDOW_MS = 2 * HOUR_MS;
/**
 * How far the bank's clock may be from ours, either way, with a margin over half an hour. Windows are
 * listed often during this time instead of being shifted by the bank's Date header: that is the time of its proxy,
 * not of the system that stamps payments.
 */
const CLOCKS_APART_MAX_MS = 2_400_000;
const RECENT_MS = WINDOW_MS + CLOCKS_APART_MAX_MS;
const RECENT_EVERY_MIN_MS = 60_000;
/** Some banks reject a list that ends in their future; their clock may be some seconds behind ours. */
const BANK_BEHIND_MS = 5_000;

/** What every sweep lists: all that is not closed yet. A bank whose clock is ahead of ours stamps payments in our future. */
export function openWindow(openFrom: Date, now: Date): Window {
  // The sandbox bank's clock can be set back.
  const fromMs = Math.min(openFrom.getTime(), endOfClosed(now));
  return { from: new Date(fromMs), to: new Date(now.getTime() + CLOCKS_APART_MAX_MS) };
}

/** Up to which second every bank lists. Windows close only then. */
export function listableTo(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1000) * 1000 - BANK_BEHIND_MS);
}

/** The windows that have closed since the open one began. */
export function windowsToClose(openFrom: Date, now: Date): readonly Window[] {
  const stretchMs = endOfClosed(now) - openFrom.getTime();
  if (stretchMs <= CATCH_UP_WINDOW_MS) return cut(openFrom.getTime(), endOfClosed(now), WINDOW_MS);
  const lengthMs = Math.max(
    CATCH_UP_WINDOW_MS,
    Math.ceil(stretchMs / CATCH_UP_WINDOWS_MAX / 1_000) * 1_000,
  );
  return cut(openFrom.getTime(), endOfClosed(now), lengthMs);
}

/** The days before the first window: a bank lists payments late, and its clock may be behind ours. Newest first. */
export function windowsBefore(openFrom: Date, days: number) {
  const recentFromMs = openFrom.getTime() - RECENT_MS;
  return {
    recent: cut(recentFromMs, openFrom.getTime(), WINDOW_MS).toReversed(),
    older: cut(openFrom.getTime() - days * DAY_MS, recentFromMs, PAST_WINDOW_MS).toReversed(),
  };
}

function endOfClosed(now: Date): number {
  return Math.floor(listableTo(now).getTime() / WINDOW_MS) * WINDOW_MS;
}

function cut(beginMs: number, endMs: number, lengthMs: number): readonly Window[] {
  const windows: Window[] = [];
  for (let fromMs = beginMs; fromMs < endMs; ) {
    const toMs = Math.min(endMs, Math.floor(fromMs / lengthMs) * lengthMs + lengthMs);
    windows.push(inWholeSeconds({ from: new Date(fromMs), to: new Date(toMs) }));
    fromMs = toMs;
  }
  return windows;
}

type Schedule = { readonly sweepEveryMs: number; readonly lateEveryMs: number };

/**
 * Payments show up late at a bank: within minutes often, within days seldom. A bank whose clock is behind ours
 * stamps new payments with a time in an older window.
 */
export function checkAgainAfterMs(
  { to }: Window,
  now: Date,
  { sweepEveryMs, lateEveryMs }: Schedule,
): number {
  const ageMs = now.getTime() - to.getTime();
  if (ageMs < WINDOW_MS) return sweepEveryMs;
  if (ageMs < RECENT_MS) return Math.max(RECENT_EVERY_MIN_MS, sweepEveryMs);
  return lateEveryMs;
}

/** What a bank that is available can list. */
export function newestWindow(now: Date): Window {
  return { from: new Date(now.getTime() - WINDOW_MS), to: now };
}

/** Banks list whole seconds. */
export function inWholeSeconds({ from, to }: Window): Window {
  return {
    from: new Date(Math.floor(from.getTime() / 1000) * 1000),
    to: new Date(Math.ceil(to.getTime() / 1000) * 1000),
  };
}

const WINDOW_ID = /^W(\d{8}T\d{6}Z)(\d{8}T\d{6}Z)$/;

/** The inverse of `windowId`, to the second; null for another id. */
export function windowOf(id: string): Window | null {
  const [, from, to] = WINDOW_ID.exec(id) ?? [];
  if (!from || !to) return null;
  const time = (text: string) =>
    new Date(text.replace(/^(.{4})(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  return { from: time(from), to: new Date(time(to).getTime() + 999) };
}

export function windowId({ from, to }: Window): string {
  const second = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '');
  return `W${second(from)}${second(to)}`;
}
