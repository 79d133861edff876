import { BankError } from '../domain/bank-error.ts';
import type { Fault } from '../domain/fault.ts';
import { mayRefund, type Payment } from '../domain/payment.ts';
import type { Refund } from '../domain/refund.ts';
import type { Ports } from '../ports.ts';

type Order = Pick<Refund, 'endToEndId' | 'id' | 'valueCents'>;
type Needs = Pick<
  Ports,
  'transact' | 'payments' | 'faults' | 'clock' | 'newReturnId' | 'refundSettlesAfterMs'
>;

/** The same id and amount again gives the same refund: it is how a client looks for a lost response. */
export function putRefund(needs: Needs) {
  const { transact, payments, faults, clock, newReturnId, refundSettlesAfterMs } = needs;
  return async (order: Order): Promise<Refund> => {
    const known = knownRefund(await payments.find(order.endToEndId), order);
    if (known !== undefined) return known;
    const fault = await faults.take('settle-refund');
    return transact(async (tx) => {
      const payment = await tx.lockPayment(order.endToEndId);
      const repeated = knownRefund(payment, order);
      if (repeated !== undefined || payment === null) return repeated ?? noPayment();
      const requestedAt = clock.now();
      mayRefund(payment, order.valueCents, requestedAt);
      return tx.addRefund({
        ...order,
        origin: 'RECEIVER',
        natureza: 'ORIGINAL',
        rtrId: newReturnId(requestedAt),
        status: 'EM_PROCESSAMENTO',
        requestedAt,
        settledAt: null,
        settlesAt: new Date(requestedAt.getTime() + settlesAfterMs(fault, refundSettlesAfterMs)),
        settlesAs: fault?.fault === 'fail' ? 'NAO_REALIZADO' : 'DEVOLVIDO',
      });
    });
  };
}

function knownRefund(payment: Payment | null, { id, valueCents }: Order): Refund | undefined {
  if (payment === null) return noPayment();
  const known = payment.refunds.find((refund) => refund.id === id);
  if (known === undefined || known.valueCents === valueCents) return known;
  throw new BankError('PixDevolucaoInvalida', 'A refund with this id exists with another amount.');
}

export function noPayment(): never {
  throw new BankError('PixNaoEncontrado', 'There is no payment of this endToEndId.');
}

function settlesAfterMs(fault: Fault | null, usualMs: number): number {
  return fault?.fault === 'delay' ? (fault.ms ?? usualMs) : usualMs;
}
