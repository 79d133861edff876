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
