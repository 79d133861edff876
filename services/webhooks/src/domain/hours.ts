import { fieldError } from '@entrada/platform/errors/app-error';
import type { Window } from './delivery-log.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A year and a month, so that a month can be compared with that of the year before. */
export const NOTIFIED_KEPT_DAYS = 400;
/** The longest window of hours that one request reads. */
const NOTIFIED_DAYS_MAX = 93;

/** Deposits that were first reported to their account in the hour that begins then. */
export type NotifiedHour = { readonly hour: Date; readonly count: number };

export function checkNotifiedWindow(window: Window): void {
  checkHours(window, NOTIFIED_DAYS_MAX);
}

function checkHours({ from, to }: Window, daysMax: number): void {
  if (to <= from) throw invalid('must be before to');
  if (to.getTime() - from.getTime() > daysMax * DAY_MS) {
    throw invalid(`must be at most ${daysMax} days before to`);
  }
}

function invalid(problem: string) {
  return fieldError('from', problem, { reason: 'invalid_window' });
}
