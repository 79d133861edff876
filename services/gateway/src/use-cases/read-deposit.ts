import { AppError, unlessNotFound } from '@entrada/platform/errors/app-error';
import type { Ports, TimelineEntry } from '../ports.ts';
import { nullIfUnavailable } from './null-if-unavailable.ts';

/** A charge of another account is not found. */
type OwnCharge = { readonly accountId: string; readonly paymentLinkId: string };

/** One timeline of a charge, merged from the entries of three services; `incomplete` names the unavailable ones. */
export function getTimeline({ getChargeTimeline, getLedgerTimeline, getDeliveryTimeline }: Ports) {
  return async (own: OwnCharge) => {
    const { chargeId, entries } = await getChargeTimeline(own);
    const charge = { accountId: own.accountId, chargeId };
    const [ledger, webhooks] = await Promise.all([
      nullIfUnavailable(getLedgerTimeline(charge)),
      nullIfUnavailable(getDeliveryTimeline(charge)),
    ]);
    return {
      timeline: inOrder([...entries, ...(ledger ?? []), ...(webhooks ?? [])]),
      incomplete: [...(ledger ? [] : ['ledger']), ...(webhooks ? [] : ['webhooks'])],
    };
  };
}

/** Oldest entry first; entries of the same time keep their order. */
function inOrder(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The receipt of a credit; there is none before the ledger has booked it. */
export function getReceipt({ getCharge, getReceipt: readReceipt }: Ports) {
  return async (own: OwnCharge): Promise<Record<string, unknown>> => {
    const { charge } = await getCharge(own);
    const { accountId } = own;
    const receipt = await unlessNotFound(readReceipt({ accountId, chargeId: charge.id }));
    if (receipt) return receipt;
    throw new AppError('NOT_FOUND', 'No receipt: the charge is not credited yet', {
      reason: 'receipt_not_found',
    });
  };
}
