import { type Refund, type RefundEnd, RefundStatus } from '../domain/refund.ts';
import { RefundFailure } from '../domain/refund-failure.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'charges' | 'refunds' | 'transact' | 'bank' | 'ledger' | 'now'>;

/**
 * Takes a refund one step further. Every step may be repeated, by a retry or by another replica at
 * the same time; a replica that comes second returns what the first one stored.
 */
export function pursueRefund({ charges, refunds, transact, bank, ledger, now }: Needs) {
  const asStored = async (refund: Refund): Promise<Refund> =>
    (await refunds.find(refund.id)) ?? refund;

  const end = async (refund: Refund, how: Omit<RefundEnd, 'recordedAt'>): Promise<Refund> => {
    const recordedAt = now();
    await transact(async (tx) => {
      const charge = await tx.lockCharge(refund.chargeId);
      return charge !== null && (await tx.endRefund(charge, refund, { ...how, recordedAt }));
    });
    return asStored(refund);
  };

  /** Sets its money aside first. What comes back without it has ended. */
  const hold = async (refund: Refund): Promise<Refund> => {
    const charge = await charges.findById(refund.chargeId);
    if (!charge) throw new Error(`refund ${refund.id} has no charge`);
    if (!(await ledger.holdRefund(refund, charge))) {
      const failure = RefundFailure.InsufficientBalance;
      return end(refund, { status: RefundStatus.Failed, at: now(), failure, isRefusal: true });
    }
    // Ended by another replica: the event of that end releases what was just held.
    if (!(await refunds.markHeld(refund.id))) return asStored(refund);
    return { ...refund, held: true };
  };

  return async (refund: Refund): Promise<Refund> => {
    const held = refund.held ? refund : await hold(refund);
    if (!held.held || held.status !== RefundStatus.Processing) return held;
    const response = await bank.refund(held, { mayBeKnown: refund.held });
    const { status, settledAt, failure, isRefusal } = response;
    if (status === RefundStatus.Processing) return held;
    return end(held, { status, at: settledAt ?? now(), failure, isRefusal });
  };
}
