import { AppError } from '@entrada/platform/errors/app-error';
import { closedCounter, metersIn } from '@entrada/platform/telemetry/metrics';
import type { Counter, Gauge, Registry } from 'prom-client';
import type { AuditLine } from '../clients/accounts-client.ts';
import type { KeyCaller } from '../domain/caller.ts';
import { Carrier, type PresentedKey } from '../domain/caller.ts';

const RESULTS = {
  missing_api_key: 'missing',
  invalid_api_key: 'invalid',
  ip_not_allowed: 'ip_refused',
  account_frozen: 'frozen',
  rate_limited: 'throttled',
  auth_unavailable: 'unavailable',
} as const;

export type CacheLookups = ReturnType<typeof cacheLookups>;

export function cacheLookups(metrics: Registry) {
  return closedCounter(metrics, {
    name: 'auth_cache_total',
    help: 'Look-ups of credentials in the cache of decisions',
    labels: { result: ['hit', 'refused', 'miss'] },
  });
}

export function revocationStream(metrics: Registry): Gauge {
  return metersIn(metrics).gauge(
    'revocation_stream_up',
    '1 while revocations arrive at once, 0 while they take seconds',
  );
}

type Authenticate = (key: PresentedKey | null, ip: () => string) => Promise<KeyCaller>;

/** Counts the decisions about presented keys, by how the key was sent. */
export function countDecisions(authenticate: Authenticate, metrics: Registry): Authenticate {
  const decisions = closedCounter(metrics, {
    name: 'auth_decisions_total',
    help: 'Decisions about presented keys',
    labels: {
      result: ['accepted', 'error', ...Object.values(RESULTS)],
      carrier: ['none', ...Object.values(Carrier)],
    },
  });
  return async (presented, ip) => {
    const carrier = presented?.carrier ?? 'none';
    try {
      const caller = await authenticate(presented, ip);
      decisions.inc({ result: 'accepted', carrier });
      return caller;
    } catch (error) {
      const reason = error instanceof AppError ? error.reason : '';
      decisions.inc({
        result: reason in RESULTS ? RESULTS[reason as keyof typeof RESULTS] : 'error',
        carrier,
      });
      throw error;
    }
  };
}

type AuditFailed = (line: AuditLine, error: unknown) => void;

/** Counts lines about changes that were made and that the audit log does not have; the log line has their content. */
export function countLostLines(auditFailed: AuditFailed, metrics: Registry): AuditFailed {
  const lost = metersIn(metrics).counter(
    'audit_lines_lost_total',
    'Lines about the result of a change that could not be appended to the audit log',
  );
  return (line, error) => {
    lost.inc();
    auditFailed(line, error);
  };
}

const LABELS = {
  scope: ['key', 'account', 'failed_key', 'public', 'callback'],
  result: ['allowed', 'refused'],
  backend: ['redis', 'memory'],
} as const;

export type LimitDecisions = ReturnType<typeof limitDecisions>;

export function limitDecisions(metrics: Registry) {
  return closedCounter(metrics, {
    name: 'ratelimit_decisions_total',
    help: 'Requests counted against a limit',
    labels: LABELS,
  });
}

export function overloadRefusals(metrics: Registry): Counter {
  return metersIn(metrics).counter(
    'overload_refused_total',
    'Requests refused because this process lags or has too many in progress',
  );
}
