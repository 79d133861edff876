import { bytesOfBase64 } from './bytes.ts';
import { EntradaError } from './entrada-error.ts';
import type { WebhookEvent } from './webhook-event.ts';

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
const VERSION = 'v1,';
/** More than any rotation of secrets needs. */
const SIGNATURES_MAX = 16;

/** `Headers`, or the plain object of a Node server, in any letter case. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

type Options = {
  /** How far the time of the webhook may be from ours; default five minutes. */
  readonly toleranceSeconds?: number;
  readonly now?: () => number;
};

/**
 * The event of a webhook, once its signature and its time are verified as Standard Webhooks describes;
 * else an EntradaError. The body must be as it came: parsed and written again, it has other bytes.
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: Options = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = [
    headerOf(headers, 'webhook-id'),
    headerOf(headers, 'webhook-timestamp'),
    headerOf(headers, 'webhook-signature'),
  ];
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  if (!(await isSigned(secret, `${id}.${timestamp}.`, content, signatures))) {
    throw invalid('No signature of the webhook is valid for this secret and body');
  }
  checkTime(timestamp, now(), toleranceSeconds);
  return eventOf(content);
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : fieldOf(headers, name);
  if (typeof value !== 'string' || value === '') throw invalid(`The header ${name} is missing`);
  return value;
}

function fieldOf(headers: object, name: string): unknown {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  const value: unknown = found?.[1];
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** WebCrypto compares in constant time. */
async function isSigned(
  secret: string,
  prefix: string,
  content: Uint8Array,
  signatures: string,
): Promise<boolean> {
  const key = await importSecret(secret);
  const head = new TextEncoder().encode(prefix);
  const signed = new Uint8Array(head.length + content.length);
  signed.set(head);
  signed.set(content, head.length);
  for (const signature of signatures.split(' ').slice(0, SIGNATURES_MAX)) {
    const bytes = signature.startsWith(VERSION) && bytesOfBase64(signature.slice(VERSION.length));
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return true;
  }
  return false;
}

/** The message never has the secret. */
async function importSecret(secret: string): Promise<CryptoKey> {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  const bytes = bytesOfBase64(text);
  if (!bytes || bytes.length === 0) {
    throw new TypeError(`secret must be ${SECRET_PREFIX} and base64, as the endpoint's was shown`);
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}

function checkTime(timestamp: string, nowMs: number, toleranceSeconds: number): void {
  const seconds = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const ahead = seconds - nowMs / 1_000;
  if (Math.abs(ahead) <= toleranceSeconds) return;
  const problem = `The webhook is ${Math.round(Math.abs(ahead))} s ${ahead > 0 ? 'ahead of' : 'behind'} this clock, more than ${toleranceSeconds} s: it was replayed, or this clock is wrong`;
  throw new EntradaError(problem, { code: 'webhook_time_out_of_range' });
}

function eventOf(content: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch (cause) {
    throw invalid('The body of the webhook is not JSON', cause);
  }
}

function invalid(problem: string, cause?: unknown): EntradaError {
  return new EntradaError(problem, { code: 'invalid_webhook', cause });
}
