import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Judgement, Timings } from './attempt.ts';
import type { Window } from './delivery-log.ts';
import type { SealedSecrets } from './endpoint.ts';

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

/** What an attempt is logged, traced and timed under; null where it is not known. */
export type Origin = {
  /** Separated by commas. */
  readonly requestIds: string | null;
  readonly traceParent: string | null;
  /** When its event was received, or stored if the delivery was claimed later. */
  readonly receivedAt: Date | null;
};

export const NO_ORIGIN: Origin = { requestIds: null, traceParent: null, receivedAt: null };

/** A delivery that is ours until its lease runs out. */
export type ClaimedDelivery = SealedSecrets &
  Origin & {
    readonly id: number;
    readonly accountId: string;
    readonly endpointId: string;
    readonly eventId: string;
    readonly url: string;
    readonly body: Buffer;
    readonly occurredAt: Date;
    readonly attemptsDone: number;
    readonly isReplay: boolean;
    readonly isTest: boolean;
    /** The lease's end as stored. If a write finds another value, the delivery is no longer ours. */
    readonly lease: number;
    /** It was claimed before, and that lease expired without a result. */
    readonly wasLeased: boolean;
  };

/** How much may be claimed: in all, and per endpoint. */
export type Room = {
  readonly deliveriesMax: number;
  readonly perEndpointMax: number;
  /** Endpoints with another maximum, because they are busy, slow or resting. */
  readonly overrides: ReadonlyMap<string, number>;
};

export const NO_ROOM: Room = { deliveriesMax: 0, perEndpointMax: 0, overrides: new Map() };

export type Attempt = Judgement & {
  readonly deliveryId: number;
  readonly accountId: string;
  readonly endpointId: string;
  readonly url: string;
  /** The lease of the claim under which it was made. */
  readonly lease: number;
  readonly number: number;
  readonly at: Date;
  readonly timings: Timings;
  readonly responseBody: string;
  readonly responseHeaders: readonly string[];
};
