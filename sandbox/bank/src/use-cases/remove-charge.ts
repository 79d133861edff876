import { BankError } from '../domain/bank-error.ts';
import type { Charge } from '../domain/charge.ts';
import { scriptedPayer } from '../domain/script.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'charges' | 'clock' | 'schedule' | 'scriptedAmounts'>;

export function removeCharge({ charges, clock, schedule, scriptedAmounts }: Needs) {
  return async (txid: string): Promise<Charge> => {
    const removed = await charges.remove(txid);
    if (removed === null) return refuse(await charges.find(txid));
    const payer = scriptedAmounts ? scriptedPayer(removed, 'remove', clock.now()) : null;
    if (payer !== null) await schedule({ ...payer, scriptKey: txid, notify: true, force: true });
    return removed;
  };
}

function refuse(charge: Charge | null): never {
  if (charge === null) throw new BankError('CobNaoEncontrado', 'There is no charge of this txid.');
  throw new BankError(
    'CobOperacaoInvalida',
    `A charge with status ${charge.status} cannot be removed.`,
  );
}
