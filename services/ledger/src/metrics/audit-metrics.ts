import type { UnreadWindow } from '@entrada/pix/client/listed-page';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { closedCounter } from '@entrada/platform/telemetry/metrics';
import { Counter, Gauge, type Registry } from 'prom-client';
import { INVARIANTS, type Invariant, lineOf } from '../domain/violation.ts';
import type { Report, ReportLate } from '../ports.ts';

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

/** Every violation is a line in the log and a count. */
export function reportViolations(
  { log }: Pick<Runtime, 'log'>,
  count: (invariant: Invariant) => void,
): Report {
  return (violation) => {
    const { invariant } = violation;
    count(invariant);
    log.error({ event: 'audit_violation', invariant }, lineOf(violation));
  };
}

/** Nothing is wrong any more, but whatever should have found it earlier did not. */
export function reportLateOnes(
  { log }: Pick<Runtime, 'log'>,
  count: (what: 'payment' | 'return') => void,
): ReportLate {
  return (what, endToEndId) => {
    count(what);
    log.warn({ event: 'payment_late', what, end_to_end_id: endToEndId }, 'payment found late');
  };
}

/** Payments of such a window were not compared with the books. */
export function reportUnreadWindows({ log }: Pick<Runtime, 'log'>, count: () => void) {
  return ({ from, to, reason }: UnreadWindow): void => {
    count();
    log.warn(
      { event: 'bank_window_unread', from, to, reason },
      'window of the bank list could not be read',
    );
  };
}
