import { BankError } from '../domain/bank-error.ts';
import type { Charge } from '../domain/charge.ts';
import type { Payment } from '../domain/payment.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'charges' | 'payments'>;

export function getCharge({ charges, payments }: Needs) {
  return async (txid: string): Promise<[Charge, readonly Payment[]]> => {
    const charge = await charges.find(txid);
    if (charge === null)
      throw new BankError('CobNaoEncontrado', 'There is no charge of this txid.');
    // Payments and the end of ATIVA commit together, so an open charge has none to look for.
    return [charge, charge.status === 'ATIVA' ? [] : await payments.of(txid)];
  };
}
