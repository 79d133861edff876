import { type Charge, ChargeStatus } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { confirmPayment } from './confirm-payment.ts';

type Needs = Pick<Ports, 'bank' | 'transact' | 'now'>;

/** Asks the bank about a pending charge and believes what it says; any other charge is left alone. */
export function checkAtBank({ bank, transact, now }: Needs) {
  const confirm = confirmPayment({ transact, now });
  return async (charge: Charge): Promise<Charge> => {
    if (charge.status !== ChargeStatus.Pending) return charge;
    const payments = await bank.paymentsOf(charge.txid);
    return payments.length === 0 ? charge : confirm(charge, payments);
  };
}
