import type { ReportedPayment } from '../domain/charge.ts';
import { type Charge, NOT_PAID } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';

/**
 * A payment for a txid that no charge has may be one that the ledger has booked, before this database
 * was restored to an earlier point. Its charge is then inserted again, under its old ids; what is
 * published about it has the same event ids as before, and its payments become what the books say of
 * them. Null where the ledger knows of no charge.
 */
export function recoverCharge({ charges, bank, ledger, now }: Ports) {
  return async ({ endToEndId, txid }: ReportedPayment): Promise<Charge | null> => {
    if (txid === null) return null;
    const { charge: known } = await ledger.paymentOnBooks(endToEndId);
    if (!known) return null;
    const atBank = await bank.describe(txid);
    await charges.insertAgain({ ...known, ...atBank, ...NOT_PAID, txid }, now());
    return charges.findById(known.id);
  };
}
