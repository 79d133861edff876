// biome-ignore-all lint/performance/noBarrelFile: the one door of the built package; the workspace imports the files.
export type { CallOptions, WriteOptions } from './call-options.ts';
export { type Client, createClient } from './client.ts';
export { Entrada, type EntradaSettings } from './entrada.ts';
export { EntradaError, type ErrorCode } from './entrada-error.ts';
export type * from './gen/api.ts';
export type { Paged } from './paged.ts';
export type { ReceiptKeys } from './receipt-keys.ts';
export { type ProvenReceipt, verifyReceipt } from './verify-receipt.ts';
export { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';
export type { WebhookEvent } from './webhook-event.ts';
