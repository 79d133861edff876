import type { PixClient } from '@entrada/pix/client/pix-client';
import { PixError, problemOf } from '@entrada/pix/client/pix-error';
import type {
  Refund as RefundOfBank,
  RefundStatus as StatusAtBank,
} from '@entrada/pix/client/refund';
import { type BankOrder, type ReturnAtBank, ReturnStatus } from '../domain/payment-return.ts';
import { failureAtBank, RefundFailure } from '../domain/refund-failure.ts';

export const RETURN_STATUS: Record<StatusAtBank, ReturnStatus> = {
  EM_PROCESSAMENTO: ReturnStatus.Processing,
  DEVOLVIDO: ReturnStatus.Settled,
  NAO_REALIZADO: ReturnStatus.Failed,
};

type Client = Pick<PixClient, 'refund' | 'getRefund'>;
/** Computed before each call: the first call uses up part of the time. */
type Limit = () => { readonly timeoutMs: number };
type Options = { readonly mayBeKnown: boolean; readonly limit: Limit };

/** A permission that our application lost says nothing about the refund. */
const FORBIDDEN = 403;

export async function refundAtBank(
  client: Client,
  order: BankOrder,
  { mayBeKnown, limit }: Options,
): Promise<ReturnAtBank> {
  const known = mayBeKnown ? await findAtBank(client, order, limit) : null;
  return known ?? orderAtBank(client, order, limit);
}

/** Null when the bank knows of no such return. */
export async function findAtBank(
  client: Pick<Client, 'getRefund'>,
  order: BankOrder,
  limit: Limit,
): Promise<ReturnAtBank | null> {
  const { endToEndId, bankId } = order;
  return unlessUnknown(
    async () => asAsked(order, await client.getRefund(endToEndId, bankId, limit())),
    null,
  );
}

/** Only a refusal is a failure. Where the bank does not know the payment, the return is DENIED; after anything else the bank is asked again later. */
async function orderAtBank(
  client: Pick<Client, 'refund'>,
  order: BankOrder,
  limit: Limit,
): Promise<ReturnAtBank> {
  const { endToEndId, bankId, valueCents } = order;
  const request = { endToEndId, refundId: bankId, valueCents };
  const denied = { status: 'DENIED', settledAt: null, failure: null, isRefusal: false } as const;
  try {
    return await unlessUnknown(
      async () => asAsked(order, await client.refund(request, limit())),
      denied,
    );
  } catch (error) {
    const refusal = error instanceof PixError && error.kind === 'rejected' && problemOf(error);
    if (!refusal) throw error;
    if (refusal.status === FORBIDDEN) throw error;
    const failure = failureAtBank(refusal.detail ?? refusal.title, RefundFailure.BankRefused);
    return { status: ReturnStatus.Failed, settledAt: null, failure, isRefusal: true };
  }
}

async function unlessUnknown<T, Otherwise>(
  work: () => Promise<T>,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PixError && error.kind === 'not-found') return otherwise;
    throw error;
  }
}

/** One that has failed moved nothing, whatever its amount was. */
function asAsked({ valueCents }: BankOrder, refund: RefundOfBank): ReturnAtBank {
  const { settledAt = null, reason } = refund;
  const status = RETURN_STATUS[refund.status];
  const hasFailed = status === ReturnStatus.Failed;
  if (!hasFailed && refund.valueCents !== valueCents) {
    throw new PixError('bad-response', 'The bank has this return with another amount');
  }
  const failure = hasFailed ? failureAtBank(reason, RefundFailure.BankFailed) : null;
  return { status, settledAt, failure, isRefusal: false };
}
