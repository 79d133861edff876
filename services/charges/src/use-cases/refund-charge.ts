import type { Requester } from '@entrada/platform/identity/requester';
import { type Idempotency, keyReused } from '../domain/client-text.ts';
import {
  bankIdOf,
  newReturn,
  type PaymentReturn,
  RefundFailure,
  type RequestedReturn,
  ReturnStatus,
} from '../domain/payment-return.ts';
import { balanceTooLow, refundable } from '../domain/refund.ts';
import { countedFor, type DailyLimit, termsOf, velocityReached } from '../domain/terms.ts';
import type { Ports, Transaction } from '../ports.ts';
import { ownCharge } from './get-charge.ts';
import { pursueReturn } from './pursue-return.ts';

type Input = {
  readonly accountId: string;
  readonly paymentLinkId: string;
  /** 0: all that is left. */
  readonly valueCents: number;
  readonly reason: string;
  readonly idempotency: Idempotency;
  readonly requester: Requester;
};

type RefundResult = { readonly refund: PaymentReturn; readonly replayed: boolean };

/**
 * Stores the refund, then asks the ledger to hold the money, then asks the bank to return it. A stored refund is pursued to
 * its end, so an outage of the ledger or the bank is no error for the client: a client that read an error would request the
 * refund under another key, and the money would go back twice.
 */
export function refundCharge(needs: Ports) {
  const { charges, transact, waiting, now, refundIdOf } = needs;
  const pursue = pursueReturn(needs);

  const storeRefund = (input: Input, chargeId: string, limit: DailyLimit): Promise<RefundResult> =>
    transact(async (tx) => {
      const charge = await tx.lockCharge(chargeId);
      if (!charge) throw new Error(`charge ${chargeId} is not in the database`);
      const { accountId, idempotency } = input;
      const id = refundIdOf({ accountId, key: idempotency.key });
      const earlier = await tx.findRefund(id);
      if (earlier && !isSameRequest(earlier, input, chargeId)) throw keyReused();
      if (earlier) return { refund: earlier, replayed: true };
      const underWayCents = await tx.refundsUnderWayCents(charge.id);
      const amount = refundable(charge, { asked: input.valueCents, underWayCents, now: now() });
      const names = { id, bankId: bankIdOf(id, 'CLIENT'), origin: 'CLIENT', charge } as const;
      const refund = newReturn({ ...names, ...amount, reason: input.reason, createdAt: now() });
      const countedOn = await countAgainstLimit(tx, { ...refund, accountId }, limit);
      await tx.insertReturn(refund, { idempotency, requester: input.requester, countedOn });
      return { refund, replayed: false };
    });

  return async (input: Input): Promise<RefundResult> => {
    const charge = await ownCharge(charges, input.accountId, input.paymentLinkId);
    const ownTerms = await needs.terms.inForce(input.accountId, now());
    const limit = termsOf(ownTerms, needs).daily.refund;
    const { refund, replayed } = await storeRefund(input, charge.id, limit);
    if (replayed) return { refund: requireCovered(refund), replayed };
    return { refund: requireCovered(await waiting.orElse(pursue(refund), refund)), replayed };
  };
}

/**
 * In the transaction that stores the refund, so that no two together pass the limit. Returns the day that it counts
 * on; null: nothing limits it.
 */
async function countAgainstLimit(
  tx: Transaction,
  refund: PaymentReturn & { readonly accountId: string },
  limit: DailyLimit,
): Promise<Date | null> {
  const { accountId, valueCents: cents } = refund;
  const counted = countedFor({ accountId, kind: 'refund', cents, limit }, refund.createdAt);
  const before = counted && (await tx.countVelocity(counted));
  if (before) throw velocityReached(counted, before);
  return counted?.day ?? null;
}

/** A refund that was recovered after a restore has lost its request: then its charge and value must be the same. */
function isSameRequest(
  earlier: RequestedReturn,
  { idempotency, valueCents }: Input,
  chargeId: string,
): boolean {
  if (earlier.fingerprint !== null) return earlier.fingerprint === idempotency.fingerprint;
  return earlier.chargeId === chargeId && (valueCents === 0 || valueCents === earlier.valueCents);
}

/** Throws if the balance did not cover the refund. The status of a refund says that the bank refused it. */
function requireCovered(refund: PaymentReturn): PaymentReturn {
  const { status, failure } = refund;
  const isUncovered = failure?.code === RefundFailure.InsufficientBalance.code;
  if (status === ReturnStatus.Failed && isUncovered) throw balanceTooLow();
  return refund;
}
