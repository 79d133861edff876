import { openCalls } from './calls.ts';
import { type CobCalls, cobCalls } from './cob-calls.ts';
import { type PixCalls, pixCalls } from './pix-calls.ts';
import type { PixClientOptions } from './pix-client-options.ts';
import { type RefundCalls, refundCalls } from './refund-calls.ts';
import { type WebhookCalls, webhookCalls } from './webhook-calls.ts';

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
