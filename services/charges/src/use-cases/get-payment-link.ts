import type { Charge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { chargeNotFound } from './get-charge.ts';

/** What a payer may see: the unguessable link is all that it needs. */
export function getPaymentLink({ charges }: Pick<Ports, 'charges'>) {
  return async (paymentLinkId: string): Promise<Charge> => {
    const charge = await charges.findByLink(paymentLinkId);
    if (!charge) throw chargeNotFound();
    return charge;
  };
}
