import { creditOf, depositPostings } from '../domain/deposit.ts';
import type { CompletedCharge, Credit, LedgerTransaction, Ports } from '../ports.ts';

type Needs = Pick<Ports, 'now' | 'transactionIdOf'>;

/** Credits a batch of completed charges in the caller's transaction, which also claims their events. */
export function creditDeposits({ now, transactionIdOf }: Needs) {
  return async (
    tx: LedgerTransaction,
    charges: readonly CompletedCharge[],
  ): Promise<readonly Credit[]> => {
    const at = now();
    const credits = charges.map((charge) => ({
      transactionId: transactionIdOf(charge.chargeId),
      charge,
      postings: depositPostings(charge),
      creditedCents: creditOf(charge),
      at,
    }));
    await tx.post(credits);
    await tx.announce(credits);
    return credits;
  };
}
