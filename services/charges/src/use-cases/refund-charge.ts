import { type Idempotency, keyReused } from '../domain/client-text.ts';
import { balanceTooLow, type Refund, RefundStatus, refundable } from '../domain/refund.ts';
import type { Ports } from '../ports.ts';
import { ownCharge } from './get-charge.ts';
import { pursueRefund } from './pursue-refund.ts';

type Needs = Pick<
  Ports,
  'charges' | 'refunds' | 'transact' | 'bank' | 'ledger' | 'waiting' | 'now' | 'refundIdOf'
>;

type Input = {
  readonly accountId: string;
  readonly paymentLinkId: string;
  /** 0: all that is left. */
  readonly valueCents: number;
  readonly reason: string;
  readonly idempotency: Idempotency;
};

type Refunded = { readonly refund: Refund; readonly replayed: boolean };

/**
 * Stored before anybody is asked; then the ledger holds the money, and only then the bank sends it.
 * Once it is stored it goes on whatever happens, so no failure of ledger or bank is the client's: it
 * would try again with another key, and the money would go back twice.
 */
export function refundCharge(needs: Needs) {
  const { charges, transact, waiting, now, refundIdOf } = needs;
  const pursue = pursueRefund(needs);

  const store = (input: Input, chargeId: string): Promise<Refunded> =>
    transact(async (tx) => {
      const charge = await tx.lockCharge(chargeId);
      if (!charge) throw new Error(`charge ${chargeId} is gone`);
      const { accountId, idempotency } = input;
      const request = { accountId, key: idempotency.key };
      const known = await tx.refundUnder(request);
      if (known && known.fingerprint !== idempotency.fingerprint) throw keyReused();
      const id = refundIdOf(request);
      // One that was recovered after a restore of the database has lost its request, but not its id.
      const made = known ?? (await tx.findRefund(id));
      if (made) return { refund: made, replayed: true };
      const underWayCents = await tx.refundsUnderWayCents(charge.id);
      const terms = refundable(charge, { asked: input.valueCents, underWayCents, now: now() });
      const refund: Refund = {
        ...terms,
        id,
        chargeId: charge.id,
        accountId,
        reason: input.reason,
        status: RefundStatus.Processing,
        held: false,
        failure: null,
        createdAt: now(),
        settledAt: null,
        attempt: 0,
      };
      await tx.insertRefund(refund, idempotency);
      return { refund, replayed: false };
    });

  return async (input: Input): Promise<Refunded> => {
    const charge = await ownCharge(charges, input.accountId, input.paymentLinkId);
    const { refund, replayed } = await store(input, charge.id);
    if (replayed) return { refund: begun(refund), replayed };
    return { refund: begun(await waiting.orElse(pursue(refund), refund)), replayed };
  };
}

/** One that the ledger refused never began; one that the bank refused tells so itself. */
function begun(refund: Refund): Refund {
  if (refund.status === RefundStatus.Failed && !refund.held) throw balanceTooLow();
  return refund;
}
