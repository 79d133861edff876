import type { Ports } from '../ports.ts';
import { checkAtBank } from './check-at-bank.ts';
import { takeInReturns } from './take-in-returns.ts';

type Needs = Pick<
  Ports,
  'charges' | 'refunds' | 'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

type Hints = { readonly txids: readonly string[]; readonly endToEndIds: readonly string[] };

/**
 * Anyone may claim that money moved; each claim is looked up at the bank before it counts. Charges are
 * looked up by their txid, with all their payments and what went back of them; payments that are
 * stored and belong to none of these charges by their own id.
 */
export function notifyPayments({ charges, refunds, ...needs }: Needs) {
  const { bank, payments } = needs;
  const check = checkAtBank(needs);
  const takeIn = takeInReturns(needs);
  return async ({ txids, endToEndIds }: Hints): Promise<void> => {
    const checked = new Set<string | null>();
    for (const charge of await charges.findByTxids([...new Set(txids)])) {
      checked.add(charge.id);
      await check(charge, 'callback');
      await refunds.expedite(charge.id, needs.now());
    }
    for (const { endToEndId, chargeId } of await payments.stored([...new Set(endToEndIds)])) {
      if (checked.has(chargeId)) continue;
      const payment = await bank.payment(endToEndId);
      if (payment) await takeIn([payment], 'callback');
    }
  };
}
