import type { ListedRefund, Place, RefundPage } from '../domain/views.ts';
import type { Ports } from '../ports.ts';
import { ownCharge } from './get-charge.ts';

type Needs = Pick<Ports, 'charges' | 'history'>;
type Input = RefundPage & { readonly accountId: string; readonly paymentLinkId: string };
type Page = { readonly refunds: readonly ListedRefund[]; readonly next: Place | null };

/** What was refunded of a charge, and what the bank itself returned, newest first. */
export function listRefunds({ charges, history }: Needs) {
  return async ({ accountId, paymentLinkId, limit, after }: Input): Promise<Page> => {
    const charge = await ownCharge(charges, accountId, paymentLinkId);
    const found = await history.refundsOf(charge, { limit: limit + 1, after });
    const refunds = found.slice(0, limit);
    const last = refunds.at(-1);
    const isMore = found.length > refunds.length && last;
    return { refunds, next: isMore ? { at: last.createdAt, id: last.id } : null };
  };
}
