import { AppError } from '@entrada/platform/errors/app-error';
import { bankUnavailable } from '../domain/bank-unavailable.ts';
import { type Charge, ChargeStatus } from '../domain/charge.ts';
import { BankStatus } from '../domain/settle.ts';
import type { Ports } from '../ports.ts';
import { confirmPayment } from './confirm-payment.ts';
import { ownCharge } from './get-charge.ts';

type Needs = Pick<
  Ports,
  'charges' | 'bank' | 'payments' | 'ledger' | 'transact' | 'now' | 'metrics'
>;

const REFUSAL = {
  COMPLETED: 'Charge already completed',
  EXPIRED: 'Charge already expired',
} as const;

/** The bank is asked first: when a payer was faster, the charge completes instead. */
export function cancelCharge(needs: Needs) {
  const { charges } = needs;
  const confirm = confirmPayment(needs);
  return async (input: { accountId: string; paymentLinkId: string }): Promise<Charge> => {
    const charge = await ownCharge(charges, input.accountId, input.paymentLinkId);
    if (charge.status !== ChargeStatus.Pending) return canceledOrRefused(charge);
    const { status, payments } = await needs.bank.remove(charge);
    // A bank that took too little money and closed the charge takes no more: that is a cancellation.
    const closed = status === BankStatus.Paid ? BankStatus.RemovedByUs : status;
    return canceledOrRefused(await confirm(charge, { status: closed, payments }, 'cancel'));
  };
}

function canceledOrRefused(charge: Charge): Charge {
  switch (charge.status) {
    case ChargeStatus.Canceled:
      return charge;
    case ChargeStatus.Completed:
    case ChargeStatus.Expired:
      throw new AppError('CONFLICT', REFUSAL[charge.status], { reason: 'charge_not_pending' });
    case ChargeStatus.Pending:
      throw bankUnavailable('BAD_UPSTREAM');
  }
}
