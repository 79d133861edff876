import { counted } from '@entrada/platform/text/counted';
import { DAY_MS } from '@entrada/platform/time/units';
import type { Violation } from './violation.ts';

/** A refund ends within seconds or, where the bank is down, within hours: after so long its hold is looked at. */
export const HOLD_OPEN_MAX_MS = DAY_MS;

/** What is held for a refund by all of its transactions: below zero where more was settled than held. */
export type HeldRefund = {
  readonly refundId: string;
  readonly chargeId: string;
  readonly at: Date;
  readonly heldCents: number;
};

export function holdStillOpen({ refundId, chargeId, at, heldCents }: HeldRefund): Violation {
  const subject = `charge ${chargeId}, refund ${refundId}`;
  const expected = `an end of the refund that is held since ${at.toISOString()}`;
  return { invariant: 'returns', subject, expected, found: `${counted(heldCents, 'cent')} held` };
}

export function settledUnheld({ refundId, chargeId, at, heldCents }: HeldRefund): Violation {
  const subject = `charge ${chargeId}, refund ${refundId}`;
  const expected = `a hold of what was settled at ${at.toISOString()}`;
  const found = `${counted(-heldCents, 'cent')} settled without one`;
  return { invariant: 'returns', subject, expected, found };
}
