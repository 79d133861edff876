import { fieldError } from '@entrada/platform/errors/app-error';
import type { Request } from 'express';
import { fingerprint } from '../../domain/fingerprint.ts';
import type { Idempotency } from '../../ports.ts';

const KEY = /^[\x20-\x7e]{1,255}$/;

/** The client's name for this request, if it gave one. */
export function idempotencyOf(request: Request, path: string): Idempotency | undefined {
  const key = request.get('idempotency-key');
  if (key === undefined) return undefined;
  if (!KEY.test(key)) {
    throw fieldError('Idempotency-Key', 'must have 1 to 255 printable ASCII characters', {
      reason: 'invalid_idempotency_key',
    });
  }
  return { key, fingerprint: fingerprint(request.method, path, request.body ?? {}) };
}

/** For what moves money out: repeated without a key, it would happen twice. */
export function requiredIdempotencyOf(request: Request, path: string): Idempotency {
  const idempotency = idempotencyOf(request, path);
  if (idempotency) return idempotency;
  const problem =
    'is required: send a new unique value for each refund, and the same value when you retry it';
  throw fieldError('Idempotency-Key', problem, { reason: 'idempotency_key_required' });
}
