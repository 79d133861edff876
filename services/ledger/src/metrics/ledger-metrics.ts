import type { UnreadWindow } from '@entrada/pix/client/listed-page';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { keepMeasured } from '@entrada/platform/telemetry/measured-gauges';
import { closedCounter, hopHistogram, metersIn } from '@entrada/platform/telemetry/metrics';
import type { Registry } from 'prom-client';
import type { App } from '../app.ts';
import { type BookedEvent, creditOf } from '../domain/charge-event.ts';
import { INVARIANTS, lineOf } from '../domain/violation.ts';
import type { Report, ReportLate } from '../ports.ts';

type BatchTimes = { readonly receivedAt: Date; readonly writtenAt: Date };

export function ledgerMetrics(
  metrics: Registry,
): (published: readonly BookedEvent[], batch: BatchTimes) => void {
  const { counter } = metersIn(metrics);
  const credited = counter('ledger_credits_total', 'Deposits credited');
  const creditedCents = counter('ledger_credited_cents_total', 'Cents credited to account holders');
  const feeCents = counter('ledger_fee_cents_total', 'Cents kept as fee');
  const observeSinceConfirmation = hopHistogram(metrics, {
    name: 'deposit_confirm_to_credit_seconds',
    help: 'Time from the confirmation of a payment to its credit',
  });
  const observeSinceReceipt = hopHistogram(metrics, {
    name: 'deposit_receive_to_credit_seconds',
    help: 'Time from when the ledger received the event of a payment until its credit was written',
  });
  return (published, { receivedAt, writtenAt }) => {
    for (const bookedEvent of published) {
      if (bookedEvent.type !== 'credited') continue;
      const { event, booked } = bookedEvent;
      const { deposit, confirmedAt } = event;
      credited.inc();
      creditedCents.inc(creditOf(deposit));
      feeCents.inc(deposit.feeCents);
      observeSinceConfirmation(confirmedAt, booked.at);
      observeSinceReceipt(receivedAt, writtenAt);
    }
  };
}

/** Measured by indexes that hold only accounts with such a balance. */
export function watchBalances(
  app: Pick<App, 'suspenseCents' | 'owedCents'>,
  runtime: Runtime,
): AsyncDisposable {
  const { gauge } = metersIn(runtime.metrics);
  const suspense = gauge(
    'ledger_suspense_cents',
    'Cents in suspense, of holders and of the platform',
  );
  const owed = gauge('ledger_owed_cents', 'Cents that holders owe after returns made by the bank');
  return keepMeasured(runtime, {
    name: 'balances',
    gauges: [suspense, owed],
    async measure() {
      suspense.set(await app.suspenseCents());
      owed.set(await app.owedCents());
    },
  });
}

type Reports = {
  /** Every violation is a line in the log and a count. */
  readonly report: Report;
  /** Nothing is wrong any more, but whatever should have found it earlier did not. */
  readonly reportLate: ReportLate;
  /** Payments of such a window were not compared with the books. */
  readonly reportUnread: (window: UnreadWindow) => void;
  /** A round of the auditor was complete. */
  readonly succeeded: () => void;
};

/** What the auditor finds. */
export function auditReports({ metrics, log }: Pick<Runtime, 'metrics' | 'log'>): Reports {
  const { counter, gauge } = metersIn(metrics);
  const violations = closedCounter(metrics, {
    name: 'audit_violations_total',
    help: 'Violations that the auditor found',
    labels: { invariant: Object.keys(INVARIANTS) },
  });
  const lastSuccess = gauge(
    'audit_last_success_timestamp_seconds',
    'Time of the last complete round of the auditor, or of the start before the first',
  );
  lastSuccess.setToCurrentTime();
  const late = closedCounter(metrics, {
    name: 'payments_late_total',
    help: 'Payments and returns that only the reconciliation with the bank found',
    labels: { what: ['payment', 'return'] },
  });
  const unread = counter(
    'reconciliation_unread_windows_total',
    'Windows of the list of payments of the bank that the reconciliation could not read',
  );
  return {
    report(violation) {
      const { invariant } = violation;
      violations.inc({ invariant });
      log.error({ event: 'audit_violation', invariant }, lineOf(violation));
    },
    reportLate(what, endToEndId) {
      late.inc({ what });
      log.warn({ event: 'payment_late', what, end_to_end_id: endToEndId }, 'payment found late');
    },
    reportUnread({ from, to, reason }) {
      unread.inc();
      log.warn(
        { event: 'bank_window_unread', from, to, reason },
        'window of the bank list could not be read',
      );
    },
    succeeded: () => lastSuccess.setToCurrentTime(),
  };
}
