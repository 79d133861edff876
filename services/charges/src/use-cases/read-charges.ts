import { AppError, fieldError, invalidCursor } from '@entrada/platform/errors/app-error';
import type { Charge } from '../domain/charge.ts';
import {
  type ChargeFilter,
  EVERY_REFUND,
  type LinkStatus,
  type ListedRefund,
  type Place,
  type RefundFilter,
  type TimelineEntry,
} from '../domain/views.ts';
import type { Ports } from '../ports.ts';
import { chargeNotFound, ownCharge } from './get-charge.ts';

type Page = { readonly charges: readonly Charge[]; readonly next: Place | null };

/**
 * Newest first, as stored; a search by prefix in the order of external ids. A page stays where it is while
 * charges arrive. A search with further filters may give a page that is not full although there is a next one.
 */
export function listCharges({ charges }: Ports) {
  return async (filter: ChargeFilter): Promise<Page> => {
    const page = await charges.list(filter);
    if (!page) throw invalidCursor('cursor');
    return page;
  };
}

const LINKS_MAX = 500;

/** For pages that are open at a gateway; unknown links are left out. */
export function getLinkStatuses({ charges }: Ports) {
  return (paymentLinkIds: readonly string[]): Promise<readonly LinkStatus[]> => {
    if (paymentLinkIds.length > LINKS_MAX) {
      throw fieldError('paymentLinkIds', `must have at most ${LINKS_MAX} links`);
    }
    return charges.statusesOf(paymentLinkIds);
  };
}

/** What a payer may see: the unguessable link is all that it needs. */
export function getPaymentLink({ charges, returns }: Ports) {
  return async (paymentLinkId: string) => {
    const charge = await charges.findByLink(paymentLinkId);
    if (!charge) throw chargeNotFound();
    // Nothing goes back before something came: an unpaid link, which most pages show, needs no second query.
    const returnedCents = charge.receivedCents > 0 ? await returns.returnedCents(charge) : 0;
    return { charge, returnedCents };
  };
}

type Timeline = { readonly charge: Charge; readonly entries: readonly TimelineEntry[] };
/** An operator may ask for a charge of any account. */
type Input =
  | { readonly accountId: string; readonly paymentLinkId: string }
  | { readonly anyLinkId: string }
  | { readonly anyChargeId: string };

/** What happened to a charge, oldest first. */
export function getTimeline({ charges, history }: Ports) {
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

type RefundQuery = Omit<RefundFilter, 'chargeId' | 'refundId'> & {
  readonly accountId: string;
  /** Null: of every charge of the account. */
  readonly paymentLinkId: string | null;
};
type RefundPage = { readonly refunds: readonly ListedRefund[]; readonly next: Place | null };

/** What was refunded, and what the bank itself returned, newest first. */
export function listRefunds({ charges, history }: Ports) {
  return async ({
    accountId,
    paymentLinkId,
    limit,
    ...filter
  }: RefundQuery): Promise<RefundPage> => {
    const charge = paymentLinkId && (await ownCharge(charges, accountId, paymentLinkId));
    const chargeId = charge ? charge.id : null;
    return history.refundsOf(accountId, { ...filter, chargeId, refundId: null, limit });
  };
}

/** A refund of the account, or a return by the bank. */
export function getRefund({ history }: Ports) {
  return async (accountId: string, refundId: string): Promise<ListedRefund> => {
    const { refunds } = await history.refundsOf(accountId, { ...EVERY_REFUND, refundId, limit: 1 });
    if (refunds[0]) return refunds[0];
    throw new AppError('NOT_FOUND', 'Refund not found', { reason: 'refund_not_found' });
  };
}
