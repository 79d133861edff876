import { createHmac } from 'node:crypto';
import { SECRET_PREFIX } from '../domain/endpoint.ts';
import type { Message } from '../ports.ts';

/**
 * The `webhook-signature` of Standard Webhooks, with one signature for each secret. Written here
 * because the library's own SHA-256 is JavaScript, which took a tenth of an attempt's work.
 */
export function signaturesOf({ id, at, body, secrets }: Message): string {
  const signed = `${id}.${timestampOf(at)}.`;
  return secrets.map((secret) => `v1,${signatureOf(secret, signed, body)}`).join(' ');
}

/** The `webhook-timestamp`. */
export function timestampOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}

function signatureOf(secret: string, signed: string, body: Buffer): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(signed).update(body).digest('base64');
}
