import type { Ports } from '../ports.ts';

const REFUNDS_MAX = 100;

type Needs = Pick<Ports, 'refunds' | 'payments' | 'announce' | 'clock'>;

/** Ends the refunds whose time has come, and tells the receivers how. */
export function settleRefunds({ refunds, payments, announce, clock }: Needs) {
  return async (): Promise<void> => {
    for (const endToEndId of await refunds.settleDue(clock.now(), REFUNDS_MAX)) {
      const payment = await payments.find(endToEndId);
      if (payment !== null) announce([payment]);
    }
  };
}
