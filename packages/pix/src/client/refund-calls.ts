import { formatValor } from '../amount.ts';
import { type Calls, type Exchange, FIRST_ATTEMPT_SHARE, foundOr, orReading } from './calls.ts';
import type { CallOptions } from './pix-client-options.ts';
import { PixError } from './pix-error.ts';
import { type Refund, refundSchema } from './refund.ts';
import { parseResponse } from './response.ts';

export type RefundOrder = RefundKey & { readonly valueCents: number };

type RefundKey = {
  readonly endToEndId: string;
  /** Chosen by the caller, 1 to 35 letters and digits: the same id is the same refund. */
  readonly refundId: string;
};

export type RefundCalls = {
  /**
   * Requests a refund. Idempotent by refundId. It fails as rejected only if the bank rejected the
   * request and afterwards has no such refund.
   */
  refund(order: RefundOrder, options?: CallOptions): Promise<Refund>;
  getRefund(endToEndId: string, refundId: string, options?: CallOptions): Promise<Refund>;
};

export function refundCalls(calls: Calls): RefundCalls {
  return {
    refund(order, callOptions) {
      return calls.run(
        'refund',
        callOptions,
        async (exchange, attempt) => {
          const put = () => putOrRead(exchange, order);
          const get = () => read(exchange, order);
          return asAsked(order, attempt === 1 ? await put() : await foundOr(get, put));
        },
        FIRST_ATTEMPT_SHARE,
      );
    },
    getRefund(endToEndId, refundId, callOptions) {
      return calls.run('get-refund', callOptions, (exchange) =>
        read(exchange, { endToEndId, refundId }),
      );
    },
  };
}

/** Some banks reject a repeated refund; then the existing one is the result. */
function putOrRead(exchange: Exchange, order: RefundOrder): Promise<Refund> {
  const body = { valor: formatValor(order.valueCents) };
  const put = async () =>
    sameRefund(order, await exchange({ ...addressOf(order), method: 'PUT', body }));
  return orReading(
    put,
    () => read(exchange, order),
    () => true,
  );
}

/** A bank that rejects a read of a refund has not rejected the refund: it may have executed it. */
async function read(exchange: Exchange, key: RefundKey): Promise<Refund> {
  try {
    return sameRefund(key, await exchange({ ...addressOf(key), method: 'GET' }));
  } catch (error) {
    if (!(error instanceof PixError) || error.kind !== 'rejected') throw error;
    throw new PixError('bad-response', 'The bank rejected the read of the refund', error.cause);
  }
}

function addressOf({ endToEndId, refundId }: RefundKey) {
  return { family: 'pix', segments: [endToEndId, 'devolucao', refundId] } as const;
}

function sameRefund({ refundId }: RefundKey, text: string): Refund {
  const refund = parseResponse(refundSchema, text);
  if (refund.refundId === refundId) return refund;
  throw new PixError('bad-response', 'The bank returned another refund than requested');
}

function asAsked(asked: RefundOrder, refund: Refund): Refund {
  if (refund.valueCents === asked.valueCents) return refund;
  throw new PixError('rejected', 'The bank has this refund with another amount');
}
