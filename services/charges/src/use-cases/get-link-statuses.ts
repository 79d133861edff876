import { fieldError } from '@entrada/platform/errors/app-error';
import type { LinkStatus } from '../domain/views.ts';
import type { Ports } from '../ports.ts';

const LINKS_MAX = 500;

/** For pages that are open at a gateway; unknown links are left out. */
export function getLinkStatuses({ charges }: Pick<Ports, 'charges'>) {
  return (paymentLinkIds: readonly string[]): Promise<readonly LinkStatus[]> => {
    if (paymentLinkIds.length > LINKS_MAX) {
      throw fieldError('paymentLinkIds', `must have at most ${LINKS_MAX} links`);
    }
    return charges.statusesOf(paymentLinkIds);
  };
}
