import { AppError } from '@entrada/platform/errors/app-error';
import pMap from 'p-map';
import { type Charge, ChargeStatus, type Payment } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { checkAtBank } from './confirm-payment.ts';
import { takeInReturns } from './take-in-returns.ts';

const AT_ONCE_MAX = 6;

/** An id is empty where the bank does not tell, or names what cannot be ours. */
type PaymentNotice = {
  readonly txid: string;
  readonly endToEndId: string;
  readonly isReturned: boolean;
};
type PaymentName = Pick<Payment, 'endToEndId'>;

/**
 * A callback is only a hint: what it names is looked up at the bank before it counts. A txid leads to its
 * charge, with all payments and returns of that charge. An endToEndId that is stored and belongs to none
 * of those charges is looked up for its returns. A stored payment of which nothing was returned has no
 * news. Other ids are ignored: the sweep finds their payments. If a look-up fails, or the budget of bank
 * calls is spent, the others are still made; then the call fails, so that the bank calls again.
 */
export function notifyPayments(needs: Ports) {
  const { charges, bank, payments, callbackBudget } = needs;
  const check = checkAtBank(needs);
  const recordReturns = takeInReturns(needs);

  const spend = (): void => {
    if (callbackBudget()) return;
    throw new AppError('TOO_MANY_REQUESTS', 'The budget of bank calls for callbacks is spent');
  };
  const checkCharge = shareNext<Charge>(
    ({ id }) => id,
    async (charge) => {
      spend();
      await check(charge, 'callback');
    },
  );
  const lookUp = shareNext<PaymentName>(
    ({ endToEndId }) => endToEndId,
    async ({ endToEndId }) => {
      spend();
      const payment = await bank.payment(endToEndId);
      if (payment) await recordReturns([payment], 'callback');
    },
  );

  return async (notified: readonly PaymentNotice[]): Promise<void> => {
    const found = await charges.findByTxids(idsIn(notified, 'txid'));
    // The first payment of an open charge is the usual case: then nothing else has to be read.
    const unpaid = new Set(found.filter(isUnpaid).map(({ txid }) => txid));
    const others = notified.filter(({ txid, isReturned }) => isReturned || !unpaid.has(txid));
    const stored = await payments.stored(idsIn(others, 'endToEndId'));
    const known = new Set(stored.map(({ endToEndId }) => endToEndId));
    const news = notified.filter(
      ({ endToEndId, isReturned }) => isReturned || !known.has(endToEndId),
    );
    const txids = new Set(idsIn(news, 'txid'));
    const named = found.filter(({ txid }) => txids.has(txid));
    const checked = new Set<string | null>(named.map(({ id }) => id));
    const newsIds = new Set(idsIn(news, 'endToEndId'));
    const elsewhere = stored.filter(
      ({ endToEndId, chargeId }) => newsIds.has(endToEndId) && !checked.has(chargeId),
    );
    const failures = [
      ...(await failuresOf(named, checkCharge)),
      ...(await failuresOf(elsewhere, lookUp)),
    ];
    if (failures.length > 0) throw failures[0];
  };
}

/** No payment of it is stored. */
function isUnpaid({ status, receivedCents }: Charge): boolean {
  return status === ChargeStatus.Pending && receivedCents === 0;
}

function idsIn(notified: readonly PaymentNotice[], field: 'txid' | 'endToEndId'): string[] {
  return [...new Set(notified.map((payment) => payment[field]))].filter((id) => id !== '');
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

/**
 * Callers that come while work for a key runs share one further run after it. So none gets a result that was read before
 * it asked.
 */
export function shareNext<Item>(
  keyOf: (item: Item) => string,
  work: (item: Item) => Promise<void>,
): (item: Item) => Promise<void> {
  const underWay = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  function begin(key: string, item: Item): Promise<void> {
    next.delete(key);
    const working = work(item).finally(() => {
      if (!next.has(key)) underWay.delete(key);
    });
    underWay.set(key, working);
    return working;
  }

  return (item) => {
    const key = keyOf(item);
    const current = underWay.get(key);
    if (!current) return begin(key, item);
    const begun = next.get(key) ?? current.catch(() => {}).then(() => begin(key, item));
    next.set(key, begun);
    return begun;
  };
}
