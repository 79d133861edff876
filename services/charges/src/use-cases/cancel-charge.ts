import { AppError } from '@entrada/platform/errors/app-error';
import type { Requester } from '@entrada/platform/identity/requester';
import { bankUnavailable } from '../domain/bank-unavailable.ts';
import { type Charge, ChargeStatus } from '../domain/charge.ts';
import { BankStatus } from '../domain/settle.ts';
import type { Ports } from '../ports.ts';
import { confirmPayment } from './confirm-payment.ts';
import { ownCharge } from './get-charge.ts';

type Input = {
  readonly accountId: string;
  readonly paymentLinkId: string;
  readonly requester: Requester;
};

const REFUSAL = {
  COMPLETED: 'Charge already completed',
  EXPIRED: 'Charge already expired',
} as const;

/** The bank is asked first: when a payer was faster, the charge completes instead. */
export function cancelCharge(needs: Ports) {
  const { charges } = needs;
  const confirm = confirmPayment(needs);
  return async (input: Input): Promise<Charge> => {
    const charge = await ownCharge(charges, input.accountId, input.paymentLinkId);
    if (charge.status !== ChargeStatus.Pending) return canceledOrRefused(charge);
    const { status, payments } = await needs.bank.remove(charge);
    // A bank that took too little money and closed the charge takes no more: that is a cancellation.
    const closed = status === BankStatus.Paid ? BankStatus.RemovedByUs : status;
    const report = { status: closed, payments };
    return canceledOrRefused(await confirm(charge, report, 'cancel', input.requester));
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
