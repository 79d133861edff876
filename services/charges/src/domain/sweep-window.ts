import { DAY_MS } from '@entrada/platform/time/units';

/** Payments show up late at a bank; each window reaches back this far into the one before. */
const OVERLAP_MS = 600_000;
/** A long outage is made up for in windows of this length, so that each one moves the watermark. */
const WINDOW_MAX_MS = 3_600_000;
/**
 * How far the bank's clock may be from ours, either way, with a margin over half an hour. Windows are
 * made wide enough instead of being shifted by the bank's Date header: that is the time of its proxy,
 * not of the system that stamps payments.
 */
const CLOCKS_APART_MAX_MS = 2_400_000;

const REACH_BACK_MS = OVERLAP_MS + CLOCKS_APART_MAX_MS;

export type Window = { readonly from: Date; readonly to: Date };

/**
 * Bank clock ahead of ours: the last window ends CLOCKS_APART_MAX_MS after now. Bank clock behind: the
 * recent window covers it while the sweep is at most OVERLAP_MS late; if it is later than that, the window
 * itself begins REACH_BACK_MS before the watermark.
 */
export function nextWindow(
  watermark: Date | null,
  now: Date,
): Window & { readonly sweptTo: Date; readonly isLast: boolean } {
  const nowMs = now.getTime();
  // The sandbox bank's clock can be set back.
  const sweptMs = Math.min(watermark?.getTime() ?? nowMs, nowMs);
  const toMs = Math.min(nowMs, sweptMs + WINDOW_MAX_MS);
  const isLast = toMs === nowMs;
  const keepsUp = nowMs - sweptMs <= OVERLAP_MS;
  return {
    from: new Date(sweptMs - (keepsUp ? OVERLAP_MS : REACH_BACK_MS)),
    to: new Date(isLast ? toMs + CLOCKS_APART_MAX_MS : toMs),
    sweptTo: new Date(toMs),
    isLast,
  };
}

/** Where a bank whose clock is behind ours stamps the payments of the last minutes. */
export function recentWindow(now: Date): Window {
  return { from: new Date(now.getTime() - REACH_BACK_MS), to: now };
}

/** What a bank that is available can list. */
export function newestWindow(now: Date): Window {
  return { from: new Date(now.getTime() - OVERLAP_MS), to: now };
}

const SLICE_MS = 7_200_000;

/** The next slice of the last days; after the newest one comes the oldest again. */
export function lateSlice(reached: Date | null, now: Date, days: number): Window {
  const oldestMs = now.getTime() - days * DAY_MS;
  const newestMs = now.getTime() - OVERLAP_MS;
  const reachedMs = reached?.getTime() ?? oldestMs;
  const fromMs = reachedMs >= oldestMs && reachedMs < newestMs ? reachedMs : oldestMs;
  return { from: new Date(fromMs), to: new Date(Math.min(now.getTime(), fromMs + SLICE_MS)) };
}

/** The pause after each slice, with which all slices together take `passMs`. */
export function slicePauseMs(days: number, passMs: number): number {
  return Math.round(passMs / Math.ceil((days * DAY_MS) / SLICE_MS));
}
