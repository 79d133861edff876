import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Window } from './delivery-log.ts';

const REPLAYABLE_DAYS = 30;
/** One request makes no more deliveries due than this. */
export const REPLAY_MAX = 100_000;
/** The days an event can be replayed, after the five that its delivery can take. */
export const KEPT_DAYS = REPLAYABLE_DAYS + 5;

/** `failed`: only what was given up. */
export type Replay = Window & { readonly wanted: 'all' | 'failed' };

export function checkReplayWindow({ from, to }: Window, now: Date): void {
  if (to <= from) throw invalidWindow('must be before to');
  if (from.getTime() < now.getTime() - REPLAYABLE_DAYS * DAY_MS) {
    throw invalidWindow(`must be within the last ${REPLAYABLE_DAYS} days`);
  }
}

function invalidWindow(problem: string): AppError {
  return fieldError('from', problem, { reason: 'invalid_window' });
}

export function checkReplaySize(deliveries: number): void {
  if (deliveries <= REPLAY_MAX) return;
  const message = `The time window contains more than ${REPLAY_MAX} deliveries`;
  throw new AppError('INVALID_ARGUMENT', message, { reason: 'replay_too_large' });
}

export function deliveryNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Delivery not found', { reason: 'delivery_not_found' });
}

export function feedTooShort(field: 'after' | 'cursor'): AppError {
  return fieldError(field, 'is invalid', { reason: 'invalid_cursor' });
}
