import type { TimelineEntry } from '../domain/views.ts';
import type { Ports } from '../ports.ts';
import { ownCharge } from './get-charge.ts';

type Needs = Pick<Ports, 'charges' | 'history'>;
type Timeline = { readonly chargeId: string; readonly entries: readonly TimelineEntry[] };

/** What happened to a charge, oldest first. */
export function getTimeline({ charges, history }: Needs) {
  return async (input: { accountId: string; paymentLinkId: string }): Promise<Timeline> => {
    const charge = await ownCharge(charges, input.accountId, input.paymentLinkId);
    const entries = [...(await history.timelineOf(charge))];
    entries.sort((a, b) => a.at.getTime() - b.at.getTime());
    return { chargeId: charge.id, entries };
  };
}
