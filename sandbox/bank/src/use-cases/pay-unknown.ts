import type { Payment } from '../domain/payment.ts';
import type { Ports } from '../ports.ts';

type Order = Pick<Payment, 'txid' | 'pixKey' | 'valueCents'> & {
  readonly notify: boolean;
  /** The bank shows the payment only now, so long after it was made. */
  readonly secondsAgo: number;
};
type Needs = Pick<Ports, 'transact' | 'sendCallbacks' | 'clock' | 'newEndToEndId'>;

/** Money arrives that no charge of this bank asked for. */
export function payUnknown({ transact, sendCallbacks, clock, newEndToEndId }: Needs) {
  return async ({ notify, secondsAgo, ...order }: Order): Promise<Payment> => {
    const paidAt = new Date(clock.now().getTime() - secondsAgo * 1000);
    const payment = { ...order, endToEndId: newEndToEndId(paidAt), paidAt, refunds: [] };
    await transact((tx) => tx.settle([payment]));
    if (notify) sendCallbacks([payment]);
    return payment;
  };
}
