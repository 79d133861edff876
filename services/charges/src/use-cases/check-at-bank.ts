import type { Charge } from '../domain/charge.ts';
import type { Source } from '../domain/source.ts';
import type { Ports } from '../ports.ts';
import { confirmPayment } from './confirm-payment.ts';

type Needs = Pick<
  Ports,
  'charges' | 'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

/** Applies to a charge what the bank reports about it now. */
export function checkAtBank(needs: Needs) {
  const confirm = confirmPayment(needs);
  return async (charge: Charge, source: Source): Promise<Charge> =>
    confirm(charge, await needs.bank.look(charge), source);
}
