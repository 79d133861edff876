import type { Charge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { chargeNotFound } from './get-charge.ts';

/** What a payer may see: whoever holds the unguessable link may read it. */
export function getPaymentLink({ charges }: Pick<Ports, 'charges'>) {
  return async (paymentLinkId: string): Promise<Charge> => {
    const charge = await charges.findByLink(paymentLinkId);
    if (!charge) throw chargeNotFound();
    return charge;
  };
}
