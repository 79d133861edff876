import { hash } from 'node:crypto';

/**
 * An event id (a UUID of version 8) derived from the fact it names, so that the unique keys of
 * outbox and inbox refuse a second announcement of one fact whatever went wrong before.
 */
export function factId(kind: string, subject: string): string {
  const hex = hash('sha256', `${kind}:${subject}`, 'hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
