import pMap from 'p-map';
import type { Charge, Payment } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { checkAtBank } from './check-at-bank.ts';
import { takeInReturns } from './take-in-returns.ts';

type Needs = Pick<
  Ports,
  'charges' | 'refunds' | 'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

const AT_ONCE_MAX = 6;

type Hints = { readonly txids: readonly string[]; readonly endToEndIds: readonly string[] };

/**
 * A callback is only a hint: what it names is looked up at the bank before it counts. A txid leads to its
 * charge, with all payments and returns of that charge. An endToEndId that is stored and belongs to none
 * of those charges is looked up for its returns. Other ids are ignored: the sweep finds their payments. If
 * a look-up fails the others are still made; then the call fails, so that the bank calls again.
 */
export function notifyPayments(needs: Needs) {
  const { charges, refunds, bank, payments } = needs;
  const check = checkAtBank(needs);
  const takeIn = takeInReturns(needs);

  const checkCharge = async (charge: Charge): Promise<void> => {
    await check(charge, 'callback');
    await refunds.expedite(charge.id, needs.now());
  };
  const lookUp = async ({ endToEndId }: Pick<Payment, 'endToEndId'>): Promise<void> => {
    const payment = await bank.payment(endToEndId);
    if (payment) await takeIn([payment], 'callback');
  };

  return async ({ txids, endToEndIds }: Hints): Promise<void> => {
    const named = await charges.findByTxids([...new Set(txids)]);
    const checked = new Set<string | null>(named.map(({ id }) => id));
    const stored = await payments.stored([...new Set(endToEndIds)]);
    const others = stored.filter(({ chargeId }) => !checked.has(chargeId));
    const failures = [
      ...(await failuresOf(named, checkCharge)),
      ...(await failuresOf(others, lookUp)),
    ];
    if (failures.length > 0) throw failures[0];
  };
}

async function failuresOf<Hint>(
  hints: readonly Hint[],
  follow: (hint: Hint) => Promise<void>,
): Promise<unknown[]> {
  const failures = await pMap(
    hints,
    (hint) =>
      follow(hint).then(
        () => [],
        (error: unknown) => [error],
      ),
    { concurrency: AT_ONCE_MAX },
  );
  return failures.flat();
}
