import type { Charge, Payment, Source } from '../domain/charge.ts';
import type { PaymentOnBooks } from '../domain/recovery.ts';
import { type BankReport, ExceptionKind } from '../domain/settle.ts';
import type { Ports } from '../ports.ts';

type Found = Payment & { readonly booked: PaymentOnBooks };

/**
 * Only for charges from before a restore of this database, which may have lost that they were canceled or
 * completed: any other report is returned unchanged. Adds how the ledger booked each payment, and suspends,
 * in a transaction of its own, those that it booked as UNKNOWN_TXID. Fails while the ledger is unavailable.
 */
export function askBooks({ charges, bank, payments, ledger, now }: Ports) {
  /** The payment that completed the charge, if the report lacks it: otherwise another would complete it. */
  const completing = async (endToEndId: string): Promise<Found> => {
    const payment = await bank.payment(endToEndId);
    if (!payment) throw new Error(`the bank does not know payment ${endToEndId}, which is booked`);
    return { ...payment, booked: await ledger.paymentOnBooks(endToEndId) };
  };

  const askAll = async (fresh: readonly Payment[], charge: Charge): Promise<readonly Found[]> => {
    const found: Found[] = [];
    for (const payment of fresh) {
      const booked = await ledger.paymentOnBooks(payment.endToEndId, charge.id);
      found.push({ ...payment, booked });
    }
    const credited = found.flatMap(({ booked }) => booked.creditedEndToEndId ?? [])[0];
    const isThere = found.some(({ endToEndId }) => endToEndId === credited);
    if (!credited || isThere || credited === charge.endToEndId) return found;
    return [await completing(credited), ...found];
  };

  return async (charge: Charge, report: BankReport, source: Source): Promise<BankReport> => {
    if (report.payments.length === 0 || !(await charges.isRestored(charge.id))) return report;
    const fresh = await payments.filterNew(report.payments);
    if (fresh.length === 0) return report;
    const found = await askAll(fresh, charge);
    const unknown = found.filter(isUnknown);
    for (const payment of unknown) {
      await payments.suspend({ ...payment, txid: charge.txid }, now(), source);
    }
    const stored = report.payments.filter((payment) => !fresh.includes(payment));
    return { ...report, payments: [...stored, ...found.filter((one) => !isUnknown(one))] };
  };
}

/** It came when the charge was not known, and is in suspense as such. */
function isUnknown({ booked }: Found): boolean {
  return booked.bookedAs === ExceptionKind.UnknownTxid;
}
