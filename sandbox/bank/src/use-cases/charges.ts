import { BankError } from '../domain/bank-error.ts';
import type { Charge, NewCharge } from '../domain/charge.ts';
import type { Payment } from '../domain/payment.ts';
import { scriptedPayer } from '../domain/script.ts';
import type { Ports } from '../ports.ts';

export function putCharge({ charges, clock, newLocation, schedule, scriptedAmounts }: Ports) {
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

export function getCharge({ charges, payments }: Ports) {
  return async (txid: string): Promise<[Charge, readonly Payment[]]> => {
    const charge = await charges.find(txid);
    if (charge === null)
      throw new BankError('CobNaoEncontrado', 'There is no charge of this txid.');
    // Payments and the end of ATIVA commit together, so an open charge has none to look for.
    return [charge, charge.status === 'ATIVA' ? [] : await payments.of(txid)];
  };
}

export function removeCharge({ charges, clock, schedule, scriptedAmounts }: Ports) {
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

const OPEN_SHOWN_MAX = 50;

export function listOpenCharges({ charges, clock }: Ports) {
  return (): Promise<readonly Charge[]> => charges.listOpen(clock.now(), OPEN_SHOWN_MAX);
}
