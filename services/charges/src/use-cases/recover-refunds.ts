import {
  type LostRefund,
  type RefundMovement,
  type ReusedExternalId,
  recoveryProblem,
  refundsOnBooks,
} from '../domain/recovery.ts';
import type { Ports } from '../ports.ts';

type Outcome =
  | { readonly state: 'RECOVERED' | 'KNOWN' | 'WAITING' }
  | { readonly state: 'FAILED'; readonly problem: string };

type Recovered = {
  readonly recovered: number;
  readonly waiting: readonly string[];
  readonly failed: readonly { readonly refundId: string; readonly problem: string }[];
  readonly reusedExternalIds: readonly ReusedExternalId[];
};

/**
 * Inserts refunds again that the ledger knows and that this database lost when it was restored. Those
 * that did not fail go on: the bank knows them by their ids, and pays none twice. One that cannot be
 * inserted is reported and holds up no other.
 */
export function recoverRefunds({ charges, returns, ledger }: Ports) {
  const recover = async (refund: LostRefund): Promise<Outcome> => {
    const problem = recoveryProblem(refund);
    if (problem) return { state: 'FAILED', problem };
    // The sweep brings the charge back first, by its payment.
    if (!(await charges.findById(refund.chargeId))) return { state: 'WAITING' };
    return { state: (await returns.insertAgain(refund)) ? 'RECOVERED' : 'KNOWN' };
  };

  return async (from: Date): Promise<Recovered> => {
    const movements: RefundMovement[] = [];
    for await (const page of ledger.refundMovements({ from })) movements.push(...page);
    const outcomes: (Outcome & { readonly refundId: string })[] = [];
    for (const refund of refundsOnBooks(movements)) {
      outcomes.push({ refundId: refund.refundId, ...(await recover(refund)) });
    }
    const waiting = outcomes.filter(({ state }) => state === 'WAITING');
    return {
      recovered: outcomes.filter(({ state }) => state === 'RECOVERED').length,
      waiting: waiting.map(({ refundId }) => refundId),
      failed: outcomes.filter((one) => one.state === 'FAILED'),
      reusedExternalIds: await charges.reusedExternalIds(from),
    };
  };
}
