import { BankError } from '../domain/bank-error.ts';
import type { Charge, NewCharge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'charges' | 'now' | 'newLocation'>;

export function putCharge({ charges, now, newLocation }: Needs) {
  return async (charge: NewCharge): Promise<Charge> => {
    const stored = await charges.put(charge, now(), newLocation());
    if (stored !== null) return stored;
    throw new BankError('CobOperacaoInvalida', 'A charge that is not ATIVA cannot be altered.');
  };
}
