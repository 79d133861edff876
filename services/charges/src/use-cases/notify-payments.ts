import type { Ports } from '../ports.ts';
import { checkAtBank } from './check-at-bank.ts';

type Needs = Pick<
  Ports,
  'charges' | 'refunds' | 'bank' | 'payments' | 'transact' | 'now' | 'metrics'
>;

/** Anyone may claim that money moved; each claim is looked up at the bank before it counts. */
export function notifyPayments({ charges, refunds, ...needs }: Needs) {
  const check = checkAtBank(needs);
  return async (txids: readonly string[]): Promise<void> => {
    for (const charge of await charges.findByTxids([...new Set(txids)])) {
      await check(charge, 'callback');
      await refunds.expedite(charge.id, needs.now());
    }
  };
}
