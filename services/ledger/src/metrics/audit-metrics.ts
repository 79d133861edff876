import { Counter, Gauge, type Registry } from 'prom-client';
import { INVARIANTS, type Invariant } from '../domain/violation.ts';

export function auditMetrics(metrics: Registry) {
  const registers = [metrics];
  const violations = new Counter({
    name: 'audit_violations_total',
    help: 'Violations that the auditor found',
    labelNames: ['invariant'] as const,
    registers,
  });
  // Shown as zero from the start, so that the first one is an increase.
  for (const invariant of Object.keys(INVARIANTS)) violations.inc({ invariant }, 0);
  const lastSuccess = new Gauge({
    name: 'audit_last_success_timestamp_seconds',
    help: 'Time of the last complete round of the auditor, or of the start before the first',
    registers,
  });
  lastSuccess.setToCurrentTime();
  const late = new Counter({
    name: 'payments_late_total',
    help: 'Payments and returns that only the reconciliation with the bank found',
    labelNames: ['what'] as const,
    registers,
  });
  for (const what of ['payment', 'return']) late.inc({ what }, 0);
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
