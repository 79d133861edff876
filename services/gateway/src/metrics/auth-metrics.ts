import { AppError } from '@entrada/platform/errors/app-error';
import { Counter, type Registry } from 'prom-client';
import type { App } from '../app.ts';

const RESULTS: Readonly<Record<string, string>> = {
  missing_api_key: 'missing',
  invalid_api_key: 'invalid',
  ip_not_allowed: 'ip_refused',
  rate_limited: 'throttled',
  auth_unavailable: 'unavailable',
};

export function cacheLookups(metrics: Registry): Counter<'result'> {
  return new Counter({
    name: 'auth_cache_total',
    help: 'Look-ups of credentials in the cache of decisions',
    labelNames: ['result'] as const,
    registers: [metrics],
  });
}

/** Counts the decisions about presented keys, by how the key was sent. */
export function countDecisions(
  authenticate: App['authenticate'],
  metrics: Registry,
): App['authenticate'] {
  const decisions = new Counter({
    name: 'auth_decisions_total',
    help: 'Decisions about presented keys',
    labelNames: ['result', 'carrier'] as const,
    registers: [metrics],
  });
  return async (presented, ip) => {
    const carrier = presented?.carrier ?? 'none';
    try {
      const caller = await authenticate(presented, ip);
      decisions.inc({ result: 'accepted', carrier });
      return caller;
    } catch (error) {
      const reason = error instanceof AppError ? error.reason : '';
      decisions.inc({ result: RESULTS[reason] ?? 'error', carrier });
      throw error;
    }
  };
}
