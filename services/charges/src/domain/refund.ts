import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { DAY_MS } from '@entrada/platform/time/units';
import { type Charge, ChargeStatus } from './charge.ts';

/** Counted from the payment; the bank refuses a refund after that. */
const REFUND_DAYS_MAX = 90;

/**
 * How much a new refund returns: what was asked for, or all that is left. A surplus is none of it,
 * because it was never credited.
 */
export function refundable(
  charge: Charge,
  { asked, underWayCents, now }: { asked: number; underWayCents: number; now: Date },
): { readonly valueCents: number; readonly endToEndId: string } {
  const { status, endToEndId, paidAt } = charge;
  if (status !== ChargeStatus.Completed || endToEndId === null || paidAt === null) {
    throw new AppError('CONFLICT', 'Charge is not completed', { reason: 'charge_not_completed' });
  }
  if (now.getTime() - paidAt.getTime() > REFUND_DAYS_MAX * DAY_MS) {
    const message = `The payment is more than ${REFUND_DAYS_MAX} days old: it can no longer be refunded`;
    throw new AppError('OUT_OF_RANGE', message, { reason: 'refund_too_late' });
  }
  const leftCents = charge.value - charge.refundedCents - underWayCents;
  const valueCents = asked === 0 ? leftCents : asked;
  if (valueCents > leftCents || leftCents <= 0) {
    const options = { code: 'OUT_OF_RANGE', reason: 'refund_out_of_range' } as const;
    if (leftCents > 0) throw fieldError('value', `must be at most ${leftCents} cents`, options);
    throw new AppError(options.code, 'Nothing is left to refund', options);
  }
  return { valueCents, endToEndId };
}

export function balanceTooLow(): AppError {
  return new AppError('CONFLICT', 'Balance does not cover the refund', {
    reason: 'insufficient_balance',
  });
}
