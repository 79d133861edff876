import type { Charge } from '../domain/charge.ts';
import type { TimelineEntry } from '../domain/views.ts';
import type { Ports } from '../ports.ts';
import { chargeNotFound, ownCharge } from './get-charge.ts';

type Needs = Pick<Ports, 'charges' | 'history'>;
type Timeline = { readonly charge: Charge; readonly entries: readonly TimelineEntry[] };
/** An operator may ask for a charge of any account. */
type Input =
  | { readonly accountId: string; readonly paymentLinkId: string }
  | { readonly anyLinkId: string }
  | { readonly anyChargeId: string };

/** What happened to a charge, oldest first. */
export function getTimeline({ charges, history }: Needs) {
  const find = (input: Input): Promise<Charge | null> => {
    if ('anyLinkId' in input) return charges.findByLink(input.anyLinkId);
    if ('anyChargeId' in input) return charges.findById(input.anyChargeId);
    return ownCharge(charges, input.accountId, input.paymentLinkId);
  };
  return async (input: Input): Promise<Timeline> => {
    const charge = await find(input);
    if (!charge) throw chargeNotFound();
    const entries = [...(await history.timelineOf(charge))];
    entries.sort((a, b) => a.at.getTime() - b.at.getTime());
    return { charge, entries };
  };
}
