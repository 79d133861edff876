import { AppError } from '@entrada/platform/errors/app-error';
import { mergeTimelines, type TimelineEntry } from '../domain/timeline.ts';
import type { OwnCharge, Ports } from '../ports.ts';

type Needs = Pick<Ports, 'getChargeTimeline' | 'getLedgerTimeline' | 'getDeliveryTimeline'>;
type Timeline = {
  readonly timeline: readonly TimelineEntry[];
  /** Services that could not be asked, so that their part is missing. */
  readonly incomplete: readonly string[];
};

/** One story of a charge out of what three services know. */
export function getTimeline({ getChargeTimeline, getLedgerTimeline, getDeliveryTimeline }: Needs) {
  return async (own: OwnCharge): Promise<Timeline> => {
    const { chargeId, entries } = await getChargeTimeline(own);
    const charge = { accountId: own.accountId, chargeId };
    const [ledger, webhooks] = await Promise.all([
      unlessAway(getLedgerTimeline(charge)),
      unlessAway(getDeliveryTimeline(charge)),
    ]);
    return {
      timeline: mergeTimelines(entries, ledger ?? [], webhooks ?? []),
      incomplete: [...(ledger ? [] : ['ledger']), ...(webhooks ? [] : ['webhooks'])],
    };
  };
}

async function unlessAway<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part;
  } catch (error) {
    const isAway = error instanceof AppError && ['UNAVAILABLE', 'TIMEOUT'].includes(error.code);
    if (isAway) return null;
    throw error;
  }
}
