import { bankUnavailable } from '../domain/bank-unavailable.ts';
import type { Payment } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';

/**
 * A payment is stored once and never changed, so an unusual one must be reported twice with the same
 * figures: fails when the bank contradicts itself about it.
 */
export function crossCheck({ bank }: Pick<Ports, 'bank'>) {
  return async (payment: Payment & { readonly txid?: string | null }): Promise<void> => {
    const again = await bank.payment(payment.endToEndId);
    if (!again) throw contradiction('the bank does not know this payment when asked for it');
    mustAgree(payment, again);
  };
}

type Figures = { readonly paidCents: number; readonly txid?: string | null };

export function mustAgree(one: Figures, other: Figures): void {
  const sameTxid = one.txid === undefined || one.txid === other.txid;
  if (one.paidCents === other.paidCents && sameTxid) return;
  throw contradiction('the bank reports this payment with different figures');
}

function contradiction(problem: string): Error {
  return bankUnavailable('BAD_UPSTREAM', new Error(problem));
}
