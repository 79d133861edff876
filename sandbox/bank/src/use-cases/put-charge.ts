import { BankError } from '../domain/bank-error.ts';
import type { Charge, NewCharge } from '../domain/charge.ts';
import { scriptedPayer } from '../domain/script.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'charges' | 'clock' | 'newLocation' | 'schedule' | 'scriptedAmounts'>;

export function putCharge({ charges, clock, newLocation, schedule, scriptedAmounts }: Needs) {
  return async (charge: NewCharge): Promise<Charge> => {
    const stored = await charges.put(charge, clock.now(), newLocation());
    if (stored === null) {
      throw new BankError('CobOperacaoInvalida', 'A charge that is not ATIVA cannot be altered.');
    }
    const payer = scriptedAmounts ? scriptedPayer(stored, 'create', stored.createdAt) : null;
    if (payer !== null) {
      await schedule({ ...payer, scriptKey: stored.txid, notify: true, force: true });
    }
    return stored;
  };
}
