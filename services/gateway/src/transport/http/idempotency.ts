import { createHash } from 'node:crypto';
import { LIMITS } from '@entrada/contracts/limits';
import { fieldError } from '@entrada/platform/errors/app-error';
import { canonicalJson } from '@entrada/platform/text/canonical-json';
import type { Request } from 'express';
import { z } from 'zod';

const KEY_LENGTH_MAX = LIMITS.idempotencyKeyLengthMax;
const WANTED = `must have 1 to ${KEY_LENGTH_MAX} printable ASCII characters`;
const PRINTABLE = /^[\x20-\x7e]*$/;

export const idempotencyKey = z
  .string()
  .min(1)
  .max(KEY_LENGTH_MAX)
  .describe('Makes retries of the request safe for 72 hours.');

/** The client's key for this request, if it sent one. */
export function idempotencyOf(request: Request, path: string) {
  const key = request.get('idempotency-key');
  if (key === undefined) return undefined;
  if (!idempotencyKey.safeParse(key).success || !PRINTABLE.test(key)) {
    throw fieldError('Idempotency-Key', WANTED, { reason: 'invalid_idempotency_key' });
  }
  return { key, fingerprint: fingerprint(request.method, path, request.body ?? {}) };
}

/** For what moves money out: repeated without a key, it would happen twice. */
export function requiredIdempotencyOf(request: Request, path: string) {
  const idempotency = idempotencyOf(request, path);
  if (idempotency) return idempotency;
  const problem =
    'is required: send a new unique value for each refund, and the same value when you retry it';
  throw fieldError('Idempotency-Key', problem, { reason: 'idempotency_key_required' });
}

/** Equal for requests with equal content, in whatever order their fields are written. */
export function fingerprint(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method}\n${path}\n${canonicalJson(body)}`)
    .digest('hex');
}
