import { mergeTimelines, type TimelineEntry } from '../domain/timeline.ts';
import type { OwnCharge, Ports } from '../ports.ts';
import { nullIfUnavailable } from './steps/null-if-unavailable.ts';

type Needs = Pick<Ports, 'getChargeTimeline' | 'getLedgerTimeline' | 'getDeliveryTimeline'>;
type Timeline = {
  readonly timeline: readonly TimelineEntry[];
  /** Services whose entries are missing because they are unavailable. */
  readonly incomplete: readonly string[];
};

/** One timeline of a charge, merged from the entries of three services. */
export function getTimeline({ getChargeTimeline, getLedgerTimeline, getDeliveryTimeline }: Needs) {
  return async (own: OwnCharge): Promise<Timeline> => {
    const { chargeId, entries } = await getChargeTimeline(own);
    const charge = { accountId: own.accountId, chargeId };
    const [ledger, webhooks] = await Promise.all([
      nullIfUnavailable(getLedgerTimeline(charge)),
      nullIfUnavailable(getDeliveryTimeline(charge)),
    ]);
    return {
      timeline: mergeTimelines(entries, ledger ?? [], webhooks ?? []),
      incomplete: [...(ledger ? [] : ['ledger']), ...(webhooks ? [] : ['webhooks'])],
    };
  };
}
