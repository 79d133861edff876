import type { Requester } from '@entrada/platform/identity/requester';
import { type Idempotency, keyReused } from '../domain/client-text.ts';
import { type RefundMovement, recoveryProblem, refundsOnBooks } from '../domain/recovery.ts';
import { balanceTooLow, type Refund, RefundStatus, refundable } from '../domain/refund.ts';
import { termsOf } from '../domain/terms.ts';
import { countedFor, type DailyLimit, velocityReached } from '../domain/velocity.ts';
import type { Ports, Transaction } from '../ports.ts';
import { ownCharge } from './get-charge.ts';
import { pursueRefund } from './pursue-refund.ts';

type Needs = Pick<
  Ports,
  | 'charges'
  | 'refunds'
  | 'transact'
  | 'bank'
  | 'ledger'
  | 'waiting'
  | 'now'
  | 'refundIdOf'
  | 'terms'
  | 'feePlan'
  | 'limits'
>;

type Input = {
  readonly accountId: string;
  readonly paymentLinkId: string;
  /** 0: all that is left. */
  readonly valueCents: number;
  readonly reason: string;
  readonly idempotency: Idempotency;
  readonly requester: Requester;
};

type Refunded = { readonly refund: Refund; readonly replayed: boolean };

/**
 * Stored before anybody is asked; then the ledger holds the money, and only then the bank sends it.
 * Once it is stored it goes on whatever happens, so no failure of ledger or bank is the client's: it
 * would try again with another key, and the money would go back twice.
 */
export function refundCharge(needs: Needs) {
  const { charges, refunds, ledger, transact, waiting, now, refundIdOf } = needs;
  const pursue = pursueRefund(needs);

  /** A restore may have lost refunds of the charge: this one may be among them, and all count. */
  const recover = async (chargeId: string): Promise<void> => {
    const movements: RefundMovement[] = [];
    for await (const page of ledger.refundMovements({ chargeId })) movements.push(...page);
    for (const refund of refundsOnBooks(movements)) {
      if (!recoveryProblem(refund)) await refunds.insertAgain(refund);
    }
  };

  /** The refund that an earlier request with this key made. */
  const made = async (tx: Transaction, input: Input, chargeId: string): Promise<Refund | null> => {
    const { accountId, idempotency } = input;
    const request = { accountId, key: idempotency.key };
    const known = await tx.refundUnder(request);
    if (known && known.fingerprint !== idempotency.fingerprint) throw keyReused();
    if (known) return known;
    // One that was recovered after a restore of the database has lost its request, but not its id.
    const recovered = await tx.findRefund(refundIdOf(request));
    if (recovered && !isAskedFor(recovered, input, chargeId)) throw keyReused();
    return recovered;
  };

  const store = (input: Input, chargeId: string, limit: DailyLimit): Promise<Refunded> =>
    transact(async (tx) => {
      const charge = await tx.lockCharge(chargeId);
      if (!charge) throw new Error(`charge ${chargeId} is not in the database`);
      const earlier = await made(tx, input, chargeId);
      if (earlier) return { refund: earlier, replayed: true };
      const { accountId, idempotency } = input;
      const underWayCents = await tx.refundsUnderWayCents(charge.id);
      const terms = refundable(charge, { asked: input.valueCents, underWayCents, now: now() });
      const refund: Refund = {
        ...terms,
        id: refundIdOf({ accountId, key: idempotency.key }),
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
      const countedOn = await count(tx, refund, limit);
      await tx.insertRefund(refund, { ...idempotency, requester: input.requester, countedOn });
      return { refund, replayed: false };
    });

  return async (input: Input): Promise<Refunded> => {
    const charge = await ownCharge(charges, input.accountId, input.paymentLinkId);
    if (await charges.isRestored(charge.id)) await recover(charge.id);
    const own = await needs.terms.inForce(input.accountId, now());
    const { refund, replayed } = await store(input, charge.id, termsOf(own, needs).daily.refund);
    if (replayed) return { refund: begun(refund), replayed };
    return { refund: begun(await waiting.orElse(pursue(refund), refund)), replayed };
  };
}

/**
 * In the transaction that stores the refund, so that no two together pass the limit. Returns the day that it counts
 * on; null: nothing limits it.
 */
async function count(tx: Transaction, refund: Refund, limit: DailyLimit): Promise<Date | null> {
  const { accountId, valueCents: cents } = refund;
  const counted = countedFor({ accountId, kind: 'refund', cents, limit }, refund.createdAt);
  const before = counted && (await tx.countVelocity(counted));
  if (before) throw velocityReached(counted, before);
  return counted?.day ?? null;
}

/** As far as a recovered refund shows what its request was; how much "all" was then, only it shows. */
function isAskedFor(made: Refund, { valueCents }: Input, chargeId: string): boolean {
  return made.chargeId === chargeId && (valueCents === 0 || valueCents === made.valueCents);
}

/** One that the ledger refused never began; one that the bank refused tells so itself. */
function begun(refund: Refund): Refund {
  if (refund.status === RefundStatus.Failed && !refund.held) throw balanceTooLow();
  return refund;
}
