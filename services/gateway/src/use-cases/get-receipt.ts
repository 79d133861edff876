import { AppError, unlessNotFound } from '@entrada/platform/errors/app-error';
import type { OwnCharge, Ports } from '../ports.ts';

/** The receipt of a credit; there is none before the ledger has booked it. */
export function getReceipt({
  getCharge,
  getReceipt: ask,
}: Pick<Ports, 'getCharge' | 'getReceipt'>) {
  return async (own: OwnCharge): Promise<Record<string, unknown>> => {
    const { charge } = await getCharge(own);
    const receipt = await unlessNotFound(ask({ accountId: own.accountId, chargeId: charge.id }));
    if (receipt) return receipt;
    throw new AppError('NOT_FOUND', 'No receipt: the charge is not credited yet', {
      reason: 'receipt_not_found',
    });
  };
}
