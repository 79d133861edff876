import { BankError } from '../domain/bank-error.ts';
import type { Charge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'charges'>;

export function removeCharge({ charges }: Needs) {
  return async (txid: string): Promise<Charge> => {
    const removed = await charges.remove(txid);
    if (removed !== null) return removed;
    const charge = await charges.find(txid);
    if (charge === null)
      throw new BankError('CobNaoEncontrado', 'There is no charge of this txid.');
    throw new BankError('CobOperacaoInvalida', `A charge that is ${charge.status} stays so.`);
  };
}
