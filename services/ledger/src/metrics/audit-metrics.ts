import { closedCounter } from '@entrada/platform/telemetry/closed-counter';
import { Counter, Gauge, type Registry } from 'prom-client';
import { INVARIANTS, type Invariant } from '../domain/violation.ts';

export function auditMetrics(metrics: Registry) {
  const registers = [metrics];
  const violations = closedCounter(metrics, {
    name: 'audit_violations_total',
    help: 'Violations that the auditor found',
    labels: { invariant: Object.keys(INVARIANTS) },
  });
  const lastSuccess = new Gauge({
    name: 'audit_last_success_timestamp_seconds',
    help: 'Time of the last complete round of the auditor, or of the start before the first',
    registers,
  });
  lastSuccess.setToCurrentTime();
  const late = closedCounter(metrics, {
    name: 'payments_late_total',
    help: 'Payments and returns that only the reconciliation with the bank found',
    labels: { what: ['payment', 'return'] },
  });
  const unread = new Counter({
    name: 'reconciliation_unread_windows_total',
    help: 'Windows of the list of payments of the bank that the reconciliation could not read',
    registers,
  });
  return {
    unread: () => unread.inc(),
    late: (what: 'payment' | 'return') => late.inc({ what }),
    found: (invariant: Invariant) => violations.inc({ invariant }),
    succeeded: () => lastSuccess.setToCurrentTime(),
  };
}
