import { AppError } from '@entrada/platform/errors/app-error';
import { type SandboxPayment, type SandboxScenario, sandboxOrder } from '../domain/sandbox.ts';
import type { PaymentLink, Ports } from '../ports.ts';

type Payable = Pick<PaymentLink, 'emv' | 'value' | 'expiresAt' | 'status'>;
type Order = {
  readonly paymentLinkId: string;
  readonly scenario: SandboxScenario;
  /** Null: the payer, who has nothing but the link. */
  readonly accountId: string | null;
};

/** Pays a deposit as a payer of the sandbox bank would. Not found in live mode. */
export function payInSandbox({ sandbox, getCharge, getPaymentLink, now }: Ports) {
  async function linkOf({ accountId, paymentLinkId }: Order): Promise<Payable> {
    if (accountId === null) return getPaymentLink(paymentLinkId);
    return (await getCharge({ accountId, paymentLinkId })).charge;
  }

  return async (order: Order): Promise<SandboxPayment> => {
    if (!sandbox) throw new AppError('NOT_FOUND', 'Not found');
    const link = await linkOf(order);
    return sandbox.pay(sandboxOrder(order.scenario, link, now())).catch((error: unknown) => {
      throw link.status === 'COMPLETED' && wasRefused(error) ? alreadyPaid(error) : error;
    });
  };
}

function wasRefused(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'charge_not_pending';
}

function alreadyPaid(cause: unknown): AppError {
  return new AppError('CONFLICT', 'The deposit is already paid', {
    reason: 'charge_not_pending',
    cause,
  });
}
