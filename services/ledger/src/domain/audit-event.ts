import { DAY_MS } from '@entrada/platform/time/units';
import type { Booking } from './book.ts';
import type { Violation } from './violation.ts';

/** An event for account holders, as the webhooks service keeps it. */
export type AuditedEvent = {
  readonly eventId: string;
  readonly event: string;
  readonly chargeId: string;
  readonly createdAt: Date;
  readonly firstAttemptAt: Date | null;
};

/** The books were set back to an earlier point, and what was lost was booked again afterwards. */
export type Restore = { readonly restoredTo: Date; readonly notedAt: Date };

/** So long after a restore what it lost may still be booked again. */
export const BOOKED_AGAIN_MAX_MS = 7 * DAY_MS;

/** Since when the events of what is booked at that time may have been made; null: not before it. */
export function lostFrom(restores: readonly Restore[], at: Date): Date | null {
  const times = restores
    .filter(({ notedAt }) => notedAt.getTime() + BOOKED_AGAIN_MAX_MS > at.getTime())
    .map(({ restoredTo }) => restoredTo.getTime())
    .filter((time) => time < at.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

export const CREDIT_EVENT = 'DEPOSIT_ASSET_SUCCESS';

const OUR_EVENTS: ReadonlySet<string> = new Set([
  CREDIT_EVENT,
  'DEPOSIT_ASSET_EXCEPTION',
  'DEPOSIT_ASSET_REFUNDED',
  'DEPOSIT_ASSET_REFUND_FAILED',
  'DEPOSIT_ASSET_EXCEPTION_RESOLVED',
]);

/** True for what holders get because we published it; the rest comes from charges. */
export function isOurEvent({ event }: AuditedEvent): boolean {
  return OUR_EVENTS.has(event);
}

/** Clocks of two machines may differ by so much. */
export const CLOCK_SKEW_MAX_MS = 1_000;

/** A violation that an earlier event may explain. */
export type UnmatchedEvent = {
  /** The id of the charge or of the event that was looked for. */
  readonly wanted: string;
  readonly violation: Violation;
};

/** Whether an event of ours explains one of them. */
export function explains(unmatched: readonly UnmatchedEvent[]): (event: AuditedEvent) => boolean {
  const wanted = new Set(unmatched.map((one) => one.wanted));
  return (event) => isOurEvent(event) && (wanted.has(event.eventId) || wanted.has(event.chargeId));
}

/** A credit has one event, made and tried after it, or before a restore that lost the first credit. */
export function creditEventProblems(
  credit: Booking,
  events: readonly AuditedEvent[],
  restores: readonly Restore[] = [],
): readonly Violation[] {
  const subject = `charge ${credit.chargeId}`;
  if (events.length !== 1) {
    const found = events.length === 0 ? 'none' : events.map(({ eventId }) => eventId).join(', ');
    return [{ invariant: 'I5', subject, expected: `one ${CREDIT_EVENT}`, found }];
  }
  return events.flatMap(({ eventId, createdAt, firstAttemptAt }) => {
    const at = new Date(Math.min(createdAt.getTime(), (firstAttemptAt ?? createdAt).getTime()));
    if (at.getTime() >= credit.at.getTime() - CLOCK_SKEW_MAX_MS) return [];
    if (restores.some(({ restoredTo, notedAt }) => restoredTo <= at && at <= notedAt)) return [];
    const expected = `event ${eventId} after the credit of ${credit.at.toISOString()}`;
    return [{ invariant: 'I6' as const, subject, expected, found: at.toISOString() }];
  });
}

/** An event that tells of a credit which is not in the books. */
export function uncredited({ chargeId, eventId }: AuditedEvent): Violation {
  const subject = `charge ${chargeId}`;
  return { invariant: 'I6', subject, expected: `a credit behind event ${eventId}`, found: 'none' };
}
