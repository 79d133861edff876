import { BankError } from '../domain/bank-error.ts';
import { leftCents, type Payment } from '../domain/payment.ts';
import type { Natureza, Refund } from '../domain/refund.ts';
import type { Ports } from '../ports.ts';
import { noPayment } from './put-refund.ts';

export type ReturnOrder = {
  readonly endToEndId: string;
  /** Absent: all that is left of the payment. */
  readonly valueCents?: number | undefined;
  readonly natureza: Natureza;
  /** False loses the callback of a return that settles at once. */
  readonly notify: boolean;
};

type Needs = Pick<
  Ports,
  | 'transact'
  | 'payments'
  | 'faults'
  | 'clock'
  | 'sendCallbacks'
  | 'newReturnId'
  | 'newBankRefundId'
  | 'refundSettlesAfterMs'
>;

/**
 * The bank returns money that the receiver did not ask to return, however old the payment is. It
 * settles at once, unless a fault of `settle-refund` was ordered.
 */
export function returnPayment(needs: Needs) {
  const { transact, payments, faults, clock, sendCallbacks, newReturnId, newBankRefundId } = needs;
  return async ({ endToEndId, valueCents, natureza, notify }: ReturnOrder): Promise<Refund> => {
    if ((await payments.find(endToEndId)) === null) return noPayment();
    const fault = await faults.take('settle-refund');
    const waitMs = fault === null ? 0 : (fault.ms ?? needs.refundSettlesAfterMs);
    const made = await transact(async (tx) => {
      const payment = (await tx.lockPayment(endToEndId)) ?? noPayment();
      const now = clock.now();
      return tx.addRefund({
        endToEndId,
        id: newBankRefundId(),
        origin: 'BANK',
        natureza,
        rtrId: newReturnId(now),
        valueCents: returnable(payment, valueCents),
        status: fault === null ? 'DEVOLVIDO' : 'EM_PROCESSAMENTO',
        requestedAt: now,
        settledAt: fault === null ? now : null,
        settlesAt: new Date(now.getTime() + waitMs),
        settlesAs: fault?.fault === 'fail' ? 'NAO_REALIZADO' : 'DEVOLVIDO',
      });
    });
    const payment = made.settledAt && notify ? await payments.find(endToEndId) : null;
    if (payment !== null) sendCallbacks([payment]);
    return made;
  };
}

function returnable(payment: Payment, valueCents: number | undefined): number {
  const left = leftCents(payment);
  const refuse = (message: string) => new BankError('PagamentoNaoDevolvivel', message);
  if (left === 0) throw refuse('The payment was already returned in full.');
  if (valueCents !== undefined && valueCents > left) {
    throw refuse(`Only ${left} cents of this payment are left to return.`);
  }
  return valueCents ?? left;
}
