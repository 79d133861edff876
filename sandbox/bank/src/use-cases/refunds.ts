import { BankError } from '../domain/bank-error.ts';
import type { Fault } from '../domain/fault.ts';
import { leftCents, mayRefund, type Payment } from '../domain/payment.ts';
import type { Natureza, Refund } from '../domain/refund.ts';
import type { Ports } from '../ports.ts';

type Order = Pick<Refund, 'endToEndId' | 'id' | 'valueCents'>;
/** The same id and amount again gives the same refund: it is how a client looks for a lost response. */
export function putRefund(needs: Ports) {
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

function noPayment(): never {
  throw new BankError('PixNaoEncontrado', 'There is no payment of this endToEndId.');
}

function settlesAfterMs(fault: Fault | null, usualMs: number): number {
  return fault?.fault === 'delay' ? (fault.ms ?? usualMs) : usualMs;
}

export function getRefund({ refunds }: Ports) {
  return async (endToEndId: string, id: string): Promise<Refund> => {
    const refund = await refunds.find(endToEndId, id);
    if (refund !== null) return refund;
    throw new BankError('PixDevolucaoNaoEncontrada', 'There is no refund of this id.');
  };
}

type ReturnOrder = {
  readonly endToEndId: string;
  /** Absent: all that is left of the payment. */
  readonly valueCents?: number | undefined;
  readonly natureza: Natureza;
  /** False loses the callback of a return that settles at once. */
  readonly notify: boolean;
};

/**
 * The bank returns money that the receiver did not ask to return, however old the payment is. It
 * settles at once, unless a fault of `settle-refund` was ordered.
 */
export function returnPayment(needs: Ports) {
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

const REFUNDS_MAX = 100;

/** Ends the refunds whose time has come, and tells the receivers how. */
export function settleRefunds({ refunds, payments, sendCallbacks, clock }: Ports) {
  return async (): Promise<void> => {
    for (const endToEndId of await refunds.settleDue(clock.now(), REFUNDS_MAX)) {
      const payment = await payments.find(endToEndId);
      if (payment !== null) sendCallbacks([payment]);
    }
  };
}
