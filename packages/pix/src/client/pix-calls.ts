import { BANK_PROFILES } from '../profiles/bank-profiles.ts';
import type { Calls } from './calls.ts';
import { listWindow } from './list-pix.ts';
import { type Window, windowQuery } from './list-window.ts';
import { listSchema, type PixPage } from './listed-page.ts';
import { type PixPayment, paymentSchema } from './payment.ts';
import type { CallOptions, PixClientOptions } from './pix-client-options.ts';
import { PixError } from './pix-error.ts';
import { parseResponse } from './response.ts';

export type PixCalls = {
  getPix(endToEndId: string, options?: CallOptions): Promise<PixPayment>;
  /** Payments of a window. The timeout applies to each page. */
  listPix(window: Window, options?: CallOptions): AsyncGenerator<PixPage>;
  /** The bank's own count of the payments of a window; null when it states none. A failure opens no circuit. */
  countPix(window: Pick<Window, 'from' | 'to'>, options?: CallOptions): Promise<number | null>;
};

export function pixCalls(
  calls: Calls,
  { profile = BANK_PROFILES.bcb, listLimits, beforeList = async () => {} }: PixClientOptions,
): PixCalls {
  const { firstPage, pageSize } = profile;
  const pageRequest = (window: Window, page: number, size: number) => ({
    method: 'GET' as const,
    family: 'pix' as const,
    segments: [],
    query: {
      ...windowQuery(window),
      'paginacao.itensPorPagina': String(size),
      'paginacao.paginaAtual': String(page),
    },
  });
  return {
    getPix(endToEndId, callOptions) {
      return calls.run('get-pix', callOptions, async (exchange) => {
        const text = await exchange({ method: 'GET', family: 'pix', segments: [endToEndId] });
        const payment = parseResponse(paymentSchema, text);
        if (payment.endToEndId === endToEndId) return payment;
        throw new PixError('bad-response', 'The bank returned another payment than requested');
      });
    },
    listPix(window, callOptions) {
      const operation = window.refunded ? 'list-returns' : 'list-pix';
      const fetchPage = async (part: Window, number: number, isTrial: boolean) => {
        await beforeList();
        return calls.run(operation, { ...callOptions, isTrial }, (exchange) =>
          exchange(pageRequest(part, number, pageSize)),
        );
      };
      return listWindow(fetchPage, window, { firstPage, pageSize, limits: listLimits });
    },
    async countPix(window, callOptions) {
      await beforeList();
      return calls.run('list-pix', { ...callOptions, isTrial: true }, async (exchange) => {
        const text = await exchange(pageRequest(window, firstPage, 1));
        return parseResponse(listSchema, text).total ?? null;
      });
    },
  };
}
