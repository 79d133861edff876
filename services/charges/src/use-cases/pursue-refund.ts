import { type Refund, RefundStatus } from '../domain/refund.ts';
import type { Ports, RefundEnd } from '../ports.ts';

type Needs = Pick<Ports, 'charges' | 'refunds' | 'transact' | 'bank' | 'ledger' | 'now'>;

/** Takes a refund one step further. Every step may be repeated: by a retry, or by another replica. */
export function pursueRefund({ charges, refunds, transact, bank, ledger, now }: Needs) {
  const end = async (refund: Refund, how: RefundEnd): Promise<Refund> => {
    const ended = await transact(async (tx) => {
      const charge = await tx.lockCharge(refund.chargeId);
      return charge !== null && (await tx.endRefund(charge, refund, how));
    });
    return ended ? { ...refund, status: how.status, failure: how.failure } : refund;
  };

  return async (refund: Refund): Promise<Refund> => {
    const charge = await charges.findById(refund.chargeId);
    if (!charge) throw new Error(`refund ${refund.id} has no charge`);
    if (!refund.held && !(await ledger.holdRefund(refund, charge))) {
      const failure = 'The balance does not cover it';
      return end(refund, { status: RefundStatus.Failed, at: now(), recordedAt: now(), failure });
    }
    if (!refund.held) await refunds.markHeld(refund.id);
    const held = { ...refund, held: true };
    const { status, settledAt, failure } = await bank.refund(held, { mayBeKnown: refund.held });
    if (status === RefundStatus.Processing) return held;
    return end(held, { status, at: settledAt ?? now(), recordedAt: now(), failure });
  };
}
