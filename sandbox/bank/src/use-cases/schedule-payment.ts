import type { Ports } from '../ports.ts';
import { locationIn, type PayerOrder, unknownCode } from './pay-code.ts';

type Needs = Pick<Ports, 'transact' | 'schedule' | 'clock'>;

/** Somebody will pay later; whether the charge can be paid is looked at then. */
export function schedulePayment({ transact, schedule, clock }: Needs) {
  return async (order: PayerOrder, afterSeconds: number): Promise<Date> => {
    const location = locationIn(order.emv);
    const charge = await transact((tx) => tx.lockAt(location));
    if (charge === null) throw unknownCode();
    const dueAt = new Date(clock.now().getTime() + afterSeconds * 1000);
    await schedule({
      txid: charge.txid,
      scriptKey: null,
      valueCents: order.valueCents ?? charge.valueCents,
      times: order.times,
      notify: order.notify,
      force: order.force,
      dueAt,
    });
    return dueAt;
  };
}
