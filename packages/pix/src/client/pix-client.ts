import { z } from 'zod';
import { type Calls, openCalls } from './calls.ts';
import { type CobCalls, cobCalls } from './cob-calls.ts';
import { type PixCalls, pixCalls } from './pix-calls.ts';
import type { CallOptions, PixClientOptions } from './pix-client-options.ts';
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

const webhookSchema = z.object({ webhookUrl: z.string().min(1) });

/** The callback URL: the bank calls `{url}/pix` when the key receives a payment. */
type WebhookCalls = {
  putWebhook(url: string, options?: CallOptions): Promise<void>;
  getWebhook(options?: CallOptions): Promise<string>;
  deleteWebhook(options?: CallOptions): Promise<void>;
};

function webhookCalls(calls: Calls, { pixKey }: PixClientOptions): WebhookCalls {
  const address = { family: 'webhook', segments: [pixKey] } as const;
  return {
    async putWebhook(url, callOptions) {
      const request = { ...address, method: 'PUT', body: { webhookUrl: url } } as const;
      await calls.run('put-webhook', callOptions, (exchange) => exchange(request));
    },
    async getWebhook(callOptions) {
      const text = await calls.run('get-webhook', callOptions, (exchange) =>
        exchange({ ...address, method: 'GET' }),
      );
      return parseResponse(webhookSchema, text).webhookUrl;
    },
    async deleteWebhook(callOptions) {
      await calls.run('delete-webhook', callOptions, (exchange) =>
        exchange({ ...address, method: 'DELETE' }),
      );
    },
  };
}
