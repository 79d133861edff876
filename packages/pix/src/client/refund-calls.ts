import { formatValor } from '../amount.ts';
import { type Calls, type Exchange, FIRST_TRY_SHARE } from './calls.ts';
import type { CallOptions } from './pix-client-options.ts';
import { PixError } from './pix-error.ts';
import { foundOr, orReading } from './recover.ts';
import { type Refund, refundSchema } from './refund.ts';
import { parseReply } from './reply.ts';

export type RefundOrder = RefundKey & { readonly valueCents: number };

type RefundKey = {
  readonly endToEndId: string;
  /** Ours, 1 to 35 letters and digits: the same id asks for the same refund. */
  readonly refundId: string;
};

export type RefundCalls = {
  /**
   * Sends money back. The same refundId is the same refund, however often it is asked for. Rejected
   * is only what the bank refused and then said it does not know.
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
        async (exchange, tryNumber) => {
          const put = () => putOrRead(exchange, order);
          const get = () => read(exchange, order);
          return asAsked(order, tryNumber === 1 ? await put() : await foundOr(get, put));
        },
        FIRST_TRY_SHARE,
      );
    },
    getRefund(endToEndId, refundId, callOptions) {
      return calls.run('get-refund', callOptions, (exchange) =>
        read(exchange, { endToEndId, refundId }),
      );
    },
  };
}

/** Some banks refuse to hear of a refund twice; then the one they know is what was asked for. */
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

/** A bank that refuses to tell of a refund has not refused the refund: it may well have made it. */
async function read(exchange: Exchange, key: RefundKey): Promise<Refund> {
  try {
    return sameRefund(key, await exchange({ ...addressOf(key), method: 'GET' }));
  } catch (error) {
    if (!(error instanceof PixError) || error.kind !== 'rejected') throw error;
    throw new PixError('bad-reply', 'The bank refuses to tell of the refund', error.cause);
  }
}

function addressOf({ endToEndId, refundId }: RefundKey) {
  return { family: 'pix', segments: [endToEndId, 'devolucao', refundId] } as const;
}

function sameRefund({ refundId }: RefundKey, text: string): Refund {
  const refund = parseReply(refundSchema, text);
  if (refund.refundId === refundId) return refund;
  throw new PixError('bad-reply', 'The bank answered with another refund than asked for');
}

function asAsked(asked: RefundOrder, refund: Refund): Refund {
  if (refund.valueCents === asked.valueCents) return refund;
  throw new PixError('rejected', 'The bank knows this refund with another amount');
}
