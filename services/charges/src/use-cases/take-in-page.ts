import { AppError } from '@entrada/platform/errors/app-error';
import { ExceptionKind, Standing } from '../domain/settle.ts';
import type { PaymentPage, Ports, ReportedPayment } from '../ports.ts';
import { askTwice } from './ask-twice.ts';
import { confirmPayment } from './confirm-payment.ts';

/**
 * A payment for a charge that is just being stored looks like one for no charge. It is left alone for
 * so long, and the overlap shows it again.
 */
const UNKNOWN_AFTER_MS = 60_000;
const AT_ONCE_MAX = 6;

type Needs = Pick<Ports, 'charges' | 'payments' | 'bank' | 'transact' | 'now' | 'witness'>;

/** Confirms what a page of the bank's list tells us that we did not know. */
export function takeInPage(needs: Needs) {
  const { charges, payments } = needs;
  const confirm = confirmPayment(needs);
  const suspend = suspendUnknown(needs);

  return async ({ payments: reported, malformed }: PaymentPage): Promise<void> => {
    if (malformed.length > 0) await payments.park(malformed);
    const fresh = await payments.unheardOf(reported);
    const txids = fresh.flatMap(({ txid }) => txid ?? []);
    const known = new Map((await charges.findByTxids(txids)).map((found) => [found.txid, found]));
    const takeInOne = async (payment: ReportedPayment): Promise<void> => {
      const charge = payment.txid === null ? undefined : known.get(payment.txid);
      if (!charge) return suspend(payment);
      await confirm(charge, { standing: Standing.Unknown, payments: [payment] }, 'sweep');
    };
    for (let first = 0; first < fresh.length; first += AT_ONCE_MAX) {
      const some = fresh.slice(first, first + AT_ONCE_MAX);
      await Promise.all(some.map((payment) => takeInOne(payment).catch(park(needs, payment))));
    }
  };
}

/** A payment that belongs to no charge is kept for an operator. */
function suspendUnknown({ bank, payments, now, witness }: Needs) {
  const insist = askTwice({ bank });
  return async (payment: ReportedPayment): Promise<void> => {
    if (now().getTime() - payment.paidAt.getTime() < UNKNOWN_AFTER_MS) return;
    await insist(payment);
    const stored = await payments.suspend(payment, now());
    if (stored) witness.exception(ExceptionKind.UnknownTxid);
  };
}

/** One report that makes no sense does not hold up the others; within the overlap it gets more tries. */
function park({ payments }: Needs, { endToEndId }: ReportedPayment) {
  return async (error: unknown): Promise<void> => {
    if (!(error instanceof AppError) || error.code !== 'BAD_UPSTREAM') throw error;
    await payments.park([{ id: endToEndId, problem: 'the bank contradicts itself about it' }]);
  };
}
