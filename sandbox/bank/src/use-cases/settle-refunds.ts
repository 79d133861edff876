import type { Ports } from '../ports.ts';

const REFUNDS_MAX = 100;

type Needs = Pick<Ports, 'refunds' | 'payments' | 'sendCallbacks' | 'clock'>;

/** Ends the refunds whose time has come, and tells the receivers how. */
export function settleRefunds({ refunds, payments, sendCallbacks, clock }: Needs) {
  return async (): Promise<void> => {
    for (const endToEndId of await refunds.settleDue(clock.now(), REFUNDS_MAX)) {
      const payment = await payments.find(endToEndId);
      if (payment !== null) sendCallbacks([payment]);
    }
  };
}
