import { type RefundMovement, refundsOnBooks } from '../domain/recovery.ts';
import type { Ports } from '../ports.ts';

type Recovered = { readonly recovered: number; readonly waiting: readonly string[] };

/**
 * Inserts refunds again that the ledger knows and that this database lost when it was restored. Those
 * that did not fail go on: the bank knows them by their ids, and pays none twice.
 */
export function recoverRefunds({
  charges,
  refunds,
  ledger,
}: Pick<Ports, 'charges' | 'refunds' | 'ledger'>) {
  return async (from: Date): Promise<Recovered> => {
    const movements: RefundMovement[] = [];
    for await (const page of ledger.refundMovements(from)) movements.push(...page);
    const waiting: string[] = [];
    let recovered = 0;
    for (const refund of refundsOnBooks(movements)) {
      // The sweep brings the charge back first, by its payment.
      if (!(await charges.findById(refund.chargeId))) waiting.push(refund.refundId);
      else if (await refunds.insertAgain(refund)) recovered += 1;
    }
    return { recovered, waiting };
  };
}
