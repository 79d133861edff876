import type { Payment } from '../domain/payment.ts';
import type { Ports } from '../ports.ts';

const SHOWN_MAX = 20;

type Needs = Pick<Ports, 'payments'>;

export function listLatestPayments({ payments }: Needs) {
  return (): Promise<readonly Payment[]> => payments.latest(SHOWN_MAX);
}
