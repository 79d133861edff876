import { type Charge, complete, type Payment } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'transact' | 'now'>;

/** The one way a charge becomes COMPLETED; status and announcement commit together. */
export function confirmPayment({ transact, now }: Needs) {
  return (known: Charge, payments: readonly Payment[]): Promise<Charge> =>
    transact(async ({ lockCharge, complete: store }) => {
      const charge = (await lockCharge(known.id)) ?? known;
      const completed = complete(charge, payments, now());
      if (!completed) return charge;
      await store(completed);
      return completed.charge;
    });
}
