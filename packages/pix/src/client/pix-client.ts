import { type Calls, openCalls } from './calls.ts';
import { type CobCalls, cobCalls } from './cob-calls.ts';
import { listWindow, PAGE_SIZE } from './list-pix.ts';
import { type Window, windowQuery } from './list-window.ts';
import { type ListedPage, listSchema, type PixPage } from './listed-page.ts';
import { type PixPayment, paymentSchema } from './payment.ts';
import type { PixClientOptions } from './pix-client-options.ts';
import { PixError } from './pix-error.ts';
import { type RefundCalls, refundCalls } from './refund-calls.ts';
import { parseResponse } from './response.ts';

/**
 * Client of the Central Bank's Pix API for one receiver. Every failure is a PixError. All calls are
 * safe to repeat and are retried a few times within their deadline after temporary failures.
 */
export type PixClient = CobCalls &
  PixCalls &
  RefundCalls &
  WebhookCalls & { close(): Promise<void> };

export function openPixClient(options: PixClientOptions): PixClient {
  const calls = openCalls(options);
  const cobs = cobCalls(calls, options);
  const payments = pixCalls(calls, options);
  const refunds = refundCalls(calls);
  const webhooks = webhookCalls(calls, options);
  return { ...cobs, ...payments, ...refunds, ...webhooks, close: () => calls.close() };
}

type WebhookCalls = {
  /** Sets the callback URL: the bank calls `{url}/pix` when the key receives a payment. */
  putWebhook(url: string): Promise<void>;
};

function webhookCalls(calls: Calls, { pixKey }: PixClientOptions): WebhookCalls {
  return {
    async putWebhook(url) {
      const address = { method: 'PUT', family: 'webhook', segments: [pixKey] } as const;
      const request = { ...address, body: { webhookUrl: url } };
      await calls.run('put-webhook', {}, (exchange) => exchange(request));
    },
  };
}

type PixCalls = {
  getPix(endToEndId: string): Promise<PixPayment>;
  /** Payments of a window. The timeout applies to each page. */
  listPix(window: Window): AsyncGenerator<PixPage>;
  /** The bank's own count of the payments of a window; null when it states none. A failure opens no circuit. */
  countPix(window: Pick<Window, 'from' | 'to'>): Promise<number | null>;
};

function pixCalls(
  calls: Calls,
  { listLimits, beforeList = async () => {} }: PixClientOptions,
): PixCalls {
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
    getPix(endToEndId) {
      return calls.run('get-pix', {}, async (exchange) => {
        const text = await exchange({ method: 'GET', family: 'pix', segments: [endToEndId] });
        const payment = parseResponse(paymentSchema, text);
        if (payment.endToEndId === endToEndId) return payment;
        throw new PixError('bad-response', 'The bank returned another payment than requested');
      });
    },
    listPix(window) {
      const operation = window.refunded ? 'list-returns' : 'list-pix';
      const fetchPage = async (part: Window, number: number, isTrial: boolean) => {
        await beforeList();
        return calls.run(operation, { isTrial }, (exchange) =>
          exchange(pageRequest(part, number, PAGE_SIZE)),
        );
      };
      return listWindow(fetchPage, window, listLimits);
    },
    async countPix(window) {
      await beforeList();
      return calls.run('list-pix', { isTrial: true }, async (exchange) => {
        const text = await exchange(pageRequest(window, 0, 1));
        return plausibleTotal(parseResponse(listSchema, text));
      });
    },
  };
}

/** Null where the total contradicts its page: some banks count only what is on the page. */
function plausibleTotal({ items, total, pages, size = 1 }: ListedPage): number | null {
  if (total === undefined || items.length !== Math.min(total, size)) return null;
  return total === 0 || pages === Math.ceil(total / size) ? total : null;
}
