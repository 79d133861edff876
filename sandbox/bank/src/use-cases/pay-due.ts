import { refusalToPay } from '../domain/charge.ts';
import type { Payment } from '../domain/payment.ts';
import { paymentsOf } from '../domain/payments-of.ts';
import type { Ports } from '../ports.ts';

const PAYERS_MAX = 100;

type Needs = Pick<Ports, 'transact' | 'sendCallbacks' | 'clock' | 'newEndToEndId'>;

/** Lets everybody pay whose time has come. Who comes too late and may not force it goes away. */
export function payDue({ transact, sendCallbacks, clock, newEndToEndId }: Needs) {
  const payNext = (): Promise<readonly Payment[] | null> =>
    transact(async (tx) => {
      const now = clock.now();
      const payer = await tx.nextDue(now);
      if (payer === null) return null;
      const charge = await tx.lockCharge(payer.txid);
      if (charge === null || (!payer.force && refusalToPay(charge, now) !== null)) return [];
      const payments = paymentsOf(charge, payer, now, newEndToEndId);
      await tx.settle(payments);
      return payer.notify ? payments : [];
    });

  return async (): Promise<void> => {
    for (let count = 0; count < PAYERS_MAX; count += 1) {
      const payments = await payNext();
      if (payments === null) return;
      if (payments.length > 0) sendCallbacks(payments);
    }
  };
}
