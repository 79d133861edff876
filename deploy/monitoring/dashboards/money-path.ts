import { HOPS } from '../hops.ts';
import {
  type Dashboard,
  figure,
  graph,
  largest,
  latencies,
  quantile,
  rate,
  series,
} from './panel.ts';

const PAID = { labels: 'to="COMPLETED"' };
const CREATE = { labels: 'http_request_method="POST", http_route="/api/deposit"' };

const created = rate('charges_created_total', { labels: 'outcome="created"' });
const paid = rate('charges_transitions_total', PAID);
const credited = rate('ledger_credits_total');
const notified = rate('webhook_attempts_total', { labels: 'outcome="delivered"' });

function hops(share: number): Record<string, string> {
  const lines = HOPS.map(({ title, service, metric, labels = {} }) => {
    const matchers = Object.entries({ service, ...labels }).map(
      ([name, value]) => `${name}="${value}"`,
    );
    return [title, quantile(share, metric, { labels: matchers.join(', ') })];
  });
  return Object.fromEntries(lines);
}

/** From the request to the webhook. */
export const moneyPath: Dashboard = {
  name: 'money-path',
  title: 'Money path',
  panels: [
    figure('Created', 'ops', 'Charges created a second.', created),
    figure('Paid', 'ops', 'Charges completed by a payment a second.', paid),
    figure('Credited', 'ops', 'Deposits credited a second: follows Paid within seconds.', credited),
    figure('Notified', 'ops', 'Webhooks delivered a second, of every kind of event.', notified),
    figure(
      'Invariants broken',
      'short',
      'Violations that the auditor found in the last hour. Anything but 0 is an incident.',
      `sum(increase(${series('audit_violations_total')}[1h]))`,
    ),
    figure(
      'Last audit',
      's',
      'Since the last complete round of the auditor. Above ten minutes nothing is proven.',
      `time() - ${largest('audit_last_success_timestamp_seconds')}`,
    ),
    graph(
      'Created → paid → credited → notified',
      'ops',
      'Credited and notified follow paid; a gap that stays is money that waits.',
      { created: created, paid: paid, credited: credited, notified: notified },
    ),
    graph('The four latencies, p99', 's', 'The last two have a service level of 5 s for 99.9 %.', {
      create: quantile(0.99, 'http_server_request_duration_seconds', CREATE),
      'payment to detection': quantile(0.99, 'deposit_pay_to_detect_seconds'),
      'confirmation to credit': quantile(0.99, 'deposit_confirm_to_credit_seconds'),
      'credit to first attempt': quantile(0.99, 'webhook_credit_to_first_attempt_seconds'),
    }),
    graph(
      'Requests for a charge',
      'ops',
      'By how they ended: provider_unavailable is the bank, error is us.',
      { '{{outcome}}': rate('charges_created_total', { by: ['outcome'] }) },
    ),
    graph(
      'Changes of status',
      'ops',
      'What led to them. Mostly sweep instead of callback or query: the bank does not call back.',
      { '{{to}} by {{source}}': rate('charges_transitions_total', { by: ['to', 'source'] }) },
    ),
    graph(
      'Latency by hop, median',
      's',
      'Each hop begins where the one before ends. Paid is by the clock of the bank.',
      hops(0.5),
    ),
    graph(
      'Latency by hop, p99',
      's',
      'Detected rises to seconds when the bank does not call back, published when a relay or the event log is slow.',
      hops(0.99),
    ),
    graph(
      'Confirmation to credit',
      's',
      'Through outbox, event log and ledger.',
      latencies('deposit_confirm_to_credit_seconds'),
    ),
    graph('Charges that wait for a payment', 'short', 'PENDING charges, counted up to 100,000.', {
      charges: largest('charges_pending'),
    }),
    graph('Oldest pending charge', 's', 'Longer than charges live: the expiry job does not run.', {
      age: largest('charges_oldest_pending_seconds'),
    }),
    graph(
      'Money in suspense and owed',
      'cents',
      'Suspense waits for a decision of an operator; owed is what returns of the bank took too much.',
      { 'in suspense': largest('ledger_suspense_cents'), owed: largest('ledger_owed_cents') },
    ),
    graph('Payments that completed no charge', 'ops', 'They go to suspense, by reason.', {
      '{{kind}}': rate('deposit_exceptions_total', { by: ['kind'] }),
    }),
    graph('Cents credited and kept as fee', 'cents', 'The volume.', {
      'credited a second': rate('ledger_credited_cents_total'),
      'fees a second': rate('ledger_fee_cents_total'),
    }),
    graph('Violations found', 'short', 'By invariant, in the last hour.', {
      '{{invariant}}': `sum by (invariant) (increase(${series('audit_violations_total')}[1h]))`,
    }),
    graph(
      'Found only by the reconciliation',
      'short',
      'In the last day: what should have found them earlier did not.',
      { '{{what}}': `sum by (what) (increase(${series('payments_late_total')}[1d]))` },
    ),
  ],
};
