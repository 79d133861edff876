import type { PixClient } from '@entrada/pix/client/pix-client';
import { PixError, problemOf } from '@entrada/pix/client/pix-error';
import type {
  Refund as RefundOfBank,
  RefundStatus as StatusAtBank,
} from '@entrada/pix/client/refund';
import {
  type BankRefund,
  type FoundAtBank,
  type RefundAtBank,
  RefundStatus,
} from '../domain/refund.ts';
import { failureAtBank, RefundFailure } from '../domain/refund-failure.ts';

export const STATUS: Record<StatusAtBank, RefundStatus> = {
  EM_PROCESSAMENTO: RefundStatus.Processing,
  DEVOLVIDO: RefundStatus.Settled,
  NAO_REALIZADO: RefundStatus.Failed,
};

type Client = Pick<PixClient, 'refund' | 'getRefund'>;
type CallOptions = { readonly timeoutMs: number };
/** Computed before each call: the first call uses up part of the time. */
type Limit = () => CallOptions;
type Options = { readonly mayBeKnown: boolean; readonly limit: Limit };

/** Only what the bank itself refuses has failed; after anything else it is asked again later. */
export async function refundAtBank(
  client: Client,
  refund: BankRefund,
  { mayBeKnown, limit }: Options,
): Promise<RefundAtBank> {
  const known = mayBeKnown ? await getRefund(client, refund, limit()) : null;
  return known ? asAsked(refund, known) : orderAtBank(client, refund, limit());
}

/** Whatever its amount is; null when the bank knows of no such refund. */
export async function findAtBank(
  client: Pick<Client, 'getRefund'>,
  refund: BankRefund,
  options: CallOptions,
): Promise<FoundAtBank | null> {
  const known = await getRefund(client, refund, options);
  return known && { ...toRefund(known), valueCents: known.valueCents };
}

async function getRefund(
  client: Pick<Client, 'getRefund'>,
  { id, endToEndId }: BankRefund,
  options: CallOptions,
): Promise<RefundOfBank | null> {
  try {
    return await client.getRefund(endToEndId, nameOf(id), options);
  } catch (error) {
    if (error instanceof PixError && error.kind === 'not-found') return null;
    throw error;
  }
}

async function orderAtBank(
  client: Pick<Client, 'refund'>,
  refund: BankRefund,
  options: CallOptions,
): Promise<RefundAtBank> {
  const { id, endToEndId, valueCents } = refund;
  const order = { endToEndId, refundId: nameOf(id), valueCents };
  try {
    return asAsked(refund, await client.refund(order, options));
  } catch (error) {
    const refusal = error instanceof PixError && error.kind === 'rejected' && problemOf(error);
    if (!refusal) throw error;
    const failure = failureAtBank(refusal.detail ?? refusal.title, RefundFailure.BankRefused);
    return { status: RefundStatus.Failed, settledAt: null, failure, isRefusal: true };
  }
}

/** The Pix API takes letters and digits only. */
function nameOf(id: string): string {
  return id.replaceAll('-', '');
}

/** One that has failed moved nothing, whatever its amount was. */
function asAsked({ valueCents }: BankRefund, refund: RefundOfBank): RefundAtBank {
  const known = toRefund(refund);
  if (known.status !== RefundStatus.Failed && refund.valueCents !== valueCents) {
    throw new PixError('bad-response', 'The bank has this refund with another amount');
  }
  return known;
}

function toRefund(refund: RefundOfBank): RefundAtBank {
  const { status, settledAt = null, reason } = refund;
  const hasFailed = status === 'NAO_REALIZADO';
  const failure = hasFailed ? failureAtBank(reason, RefundFailure.BankFailed) : null;
  return { status: STATUS[status], settledAt, failure, isRefusal: false };
}
