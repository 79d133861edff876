import type { Ports } from '../ports.ts';
import { checkAtBank } from './check-at-bank.ts';

type Needs = Pick<Ports, 'charges' | 'bank' | 'transact' | 'now'>;

/** Anyone may claim that money arrived; each claim is looked up at the bank before it counts. */
export function notifyPayments({ charges, ...needs }: Needs) {
  const check = checkAtBank(needs);
  return async (txids: readonly string[]): Promise<void> => {
    for (const txid of new Set(txids)) {
      const charge = await charges.findByTxid(txid);
      if (charge) await check(charge);
    }
  };
}
