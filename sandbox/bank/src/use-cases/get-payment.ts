import { BankError } from '../domain/bank-error.ts';
import type { Payment } from '../domain/payment.ts';
import type { Ports } from '../ports.ts';

type Needs = Pick<Ports, 'payments'>;

export function getPayment({ payments }: Needs) {
  return async (endToEndId: string): Promise<Payment> => {
    const payment = await payments.find(endToEndId);
    if (payment === null) {
      throw new BankError('PixNaoEncontrado', 'There is no payment of this endToEndId.');
    }
    return payment;
  };
}
