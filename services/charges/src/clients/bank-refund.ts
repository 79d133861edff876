import type { PixClient } from '@entrada/pix/client/pix-client';
import { PixError, problemOf } from '@entrada/pix/client/pix-error';
import type { RefundStatus as StatusAtBank } from '@entrada/pix/client/refund';
import { RefundStatus } from '../domain/refund.ts';
import type { BankRefund, RefundAtBank } from '../ports.ts';

const STATUS: Record<StatusAtBank, RefundStatus> = {
  EM_PROCESSAMENTO: RefundStatus.Processing,
  DEVOLVIDO: RefundStatus.Settled,
  NAO_REALIZADO: RefundStatus.Failed,
};

type Options = { readonly mayBeKnown: boolean; readonly options: { timeoutMs: number } };

/** Only what the bank itself refuses has failed; after anything else it is asked again later. */
export async function refundAtBank(
  client: Pick<PixClient, 'refund' | 'getRefund'>,
  { id, endToEndId, valueCents }: BankRefund,
  { mayBeKnown, options }: Options,
): Promise<RefundAtBank> {
  // The Pix API takes letters and digits only.
  const refundId = id.replaceAll('-', '');
  const ask = () => client.refund({ endToEndId, refundId, valueCents }, options);
  try {
    const refund = mayBeKnown
      ? await client.getRefund(endToEndId, refundId, options).catch(unlessNotFound(ask))
      : await ask();
    if (refund.valueCents !== valueCents) {
      throw new PixError('bad-reply', 'The bank knows this refund with another amount');
    }
    const { status, settledAt = null, reason } = refund;
    return { status: STATUS[status], settledAt, failure: failureOf(status, reason) };
  } catch (error) {
    const refusal = error instanceof PixError && error.kind === 'rejected' && problemOf(error);
    if (!refusal) throw error;
    const failure = refusal.detail ?? refusal.title ?? 'The bank refused it';
    return { status: RefundStatus.Failed, settledAt: null, failure };
  }
}

function failureOf(status: StatusAtBank, reason = 'The bank could not return the money') {
  return status === 'NAO_REALIZADO' ? reason : null;
}

function unlessNotFound<T>(otherwise: () => Promise<T>) {
  return (error: unknown): Promise<T> => {
    if (error instanceof PixError && error.kind === 'not-found') return otherwise();
    throw error;
  };
}
