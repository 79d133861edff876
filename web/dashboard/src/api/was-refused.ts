import { EntradaError } from '@entrada/client/entrada-error';

/** The first attempt with this key may have been carried out, or still be. */
const UNDECIDED: ReadonlySet<string> = new Set([
  'idempotency_in_progress',
  'idempotency_key_reused',
]);

/**
 * Nothing was done, so the corrected form is another request and takes another Idempotency-Key. Not
 * without a reply (status 0): then it may have been done, and only the same key is safe.
 */
export function wasRefused(error: unknown): boolean {
  if (!(error instanceof EntradaError) || UNDECIDED.has(error.code)) return false;
  return error.status >= 400 && error.status < 500;
}
