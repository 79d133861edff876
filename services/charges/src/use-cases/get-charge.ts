import { AppError } from '@entrada/platform/errors/app-error';
import type { Charge } from '../domain/charge.ts';
import type { Ports } from '../ports.ts';
import { checkAtBank } from './check-at-bank.ts';

type Needs = Pick<Ports, 'charges' | 'bank' | 'transact' | 'now'>;
type Found = { readonly charge: Charge; readonly source: 'provider' | 'stored' };

/** A read never fails because a bank does: then it answers what is stored, and says so. */
export function getCharge({ charges, ...needs }: Needs) {
  const check = checkAtBank(needs);
  return async (input: { accountId: string; paymentLinkId: string }): Promise<Found> => {
    const charge = await charges.findByLink(input.paymentLinkId);
    if (charge?.accountId !== input.accountId) throw chargeNotFound();
    try {
      return { charge: await check(charge), source: 'provider' };
    } catch (error) {
      if (error instanceof AppError) return { charge, source: 'stored' };
      throw error;
    }
  };
}

export function chargeNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Charge not found', { reason: 'charge_not_found' });
}
