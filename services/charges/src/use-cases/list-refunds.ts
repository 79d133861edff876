import type { ListedRefund, Place, RefundFilter } from '../domain/views.ts';
import type { Ports } from '../ports.ts';
import { ownCharge } from './get-charge.ts';

type Needs = Pick<Ports, 'charges' | 'history'>;
type Input = Omit<RefundFilter, 'chargeId' | 'refundId'> & {
  readonly accountId: string;
  /** Null: of every charge of the account. */
  readonly paymentLinkId: string | null;
};
type Page = { readonly refunds: readonly ListedRefund[]; readonly next: Place | null };

/** What was refunded, and what the bank itself returned, newest first. */
export function listRefunds({ charges, history }: Needs) {
  return async ({ accountId, paymentLinkId, limit, ...filter }: Input): Promise<Page> => {
    const charge = paymentLinkId && (await ownCharge(charges, accountId, paymentLinkId));
    const chargeId = charge ? charge.id : null;
    const wanted = { ...filter, chargeId, refundId: null, limit: limit + 1 };
    const found = await history.refundsOf(accountId, wanted);
    const refunds = found.slice(0, limit);
    const last = refunds.at(-1);
    const isMore = found.length > refunds.length && last;
    return { refunds, next: isMore ? { at: last.createdAt, id: last.id } : null };
  };
}
