import { type Charge, ChargeStatus } from '../domain/charge.ts';
import type { Ports, ReportedPayment } from '../ports.ts';
import { takeInPayment } from './take-in-payment.ts';

type Needs = Pick<
  Ports,
  'charges' | 'payments' | 'bank' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

/**
 * A payment for a txid that no charge has may be one that the ledger has booked, before this database
 * was restored to an earlier point. Its charge is then inserted again, under its old ids; what is
 * announced about it has the same event ids as before. Null where the ledger knows of no charge.
 */
export function recoverCharge(needs: Needs) {
  const { charges, bank, ledger } = needs;
  const takeIn = takeInPayment(needs);

  /** Another payment completed it: that one first, or this one would. */
  const completeFirst = async (charge: Charge, endToEndId: string): Promise<void> => {
    const payment = await bank.payment(endToEndId);
    if (!payment) throw new Error(`the bank does not know payment ${endToEndId}, which is booked`);
    await takeIn(payment, charge, 'recovery');
  };

  return async ({ endToEndId, txid }: ReportedPayment): Promise<Charge | null> => {
    if (txid === null) return null;
    const { charge: known, creditedEndToEndId } = await ledger.paymentOnBooks(endToEndId);
    if (!known) return null;
    const atBank = await bank.describe(txid);
    const charge: Charge = {
      ...known,
      ...atBank,
      txid,
      status: ChargeStatus.Pending,
      description: null,
      endToEndId: null,
      paidAt: null,
      paidLate: false,
      refundedCents: 0,
    };
    await charges.insertAgain(charge);
    if (creditedEndToEndId !== null && creditedEndToEndId !== endToEndId) {
      await completeFirst(charge, creditedEndToEndId);
    }
    return charges.findById(charge.id);
  };
}
