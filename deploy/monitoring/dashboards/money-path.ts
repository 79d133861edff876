import { HOPS } from '../hops.ts';
import {
  type Dashboard,
  figure,
  graph,
  largest,
  latencies,
  type Query,
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

function hops(share: number): Query[] {
  return HOPS.map(({ title, service, metric, labels = {} }) => {
    const matchers = Object.entries({ service, ...labels }).map(
      ([name, value]) => `${name}="${value}"`,
    );
    return { legend: title, expr: quantile(share, metric, { labels: matchers.join(', ') }) };
  });
}

/** From the request to the webhook. */
export const moneyPath: Dashboard = {
  name: 'money-path',
  title: 'Money path',
  panels: [
    figure('Created', created, { unit: 'ops', meaning: 'Charges created a second.' }),
    figure('Paid', paid, { unit: 'ops', meaning: 'Charges completed by a payment a second.' }),
    figure('Credited', credited, {
      unit: 'ops',
      meaning: 'Deposits credited a second: follows Paid within seconds.',
    }),
    figure('Notified', notified, {
      unit: 'ops',
      meaning: 'Webhooks delivered a second, of every kind of event.',
    }),
    figure('Invariants broken', `sum(increase(${series('audit_violations_total')}[1h]))`, {
      unit: 'short',
      meaning: 'Violations that the auditor found in the last hour. Anything but 0 is an incident.',
    }),
    figure('Last audit', `time() - ${largest('audit_last_success_timestamp_seconds')}`, {
      unit: 's',
      meaning: 'Since the last complete round of the auditor. Above ten minutes nothing is proven.',
    }),
    graph(
      'Created → paid → credited → notified',
      [
        { expr: created, legend: 'created' },
        { expr: paid, legend: 'paid' },
        { expr: credited, legend: 'credited' },
        { expr: notified, legend: 'notified' },
      ],
      {
        unit: 'ops',
        meaning: 'Credited and notified follow paid; a gap that stays is money that waits.',
      },
    ),
    graph(
      'The four latencies, p99',
      [
        { expr: quantile(0.99, 'http_server_request_duration_seconds', CREATE), legend: 'create' },
        {
          expr: quantile(0.99, 'deposit_pay_to_detect_seconds'),
          legend: 'payment to detection',
        },
        {
          expr: quantile(0.99, 'deposit_confirm_to_credit_seconds'),
          legend: 'confirmation to credit',
        },
        {
          expr: quantile(0.99, 'webhook_credit_to_first_attempt_seconds'),
          legend: 'credit to first attempt',
        },
      ],
      { unit: 's', meaning: 'The last two have a service level of 5 s for 99.9 %.' },
    ),
    graph(
      'Requests for a charge',
      [{ expr: rate('charges_created_total', { by: ['outcome'] }), legend: '{{outcome}}' }],
      {
        unit: 'ops',
        meaning: 'By how they ended: provider_unavailable is the bank, error is us.',
      },
    ),
    graph(
      'Changes of status',
      [
        {
          expr: rate('charges_transitions_total', { by: ['to', 'source'] }),
          legend: '{{to}} by {{source}}',
        },
      ],
      {
        unit: 'ops',
        meaning:
          'What led to them. Mostly sweep instead of callback or query: the bank does not call back.',
      },
    ),
    graph('Latency by hop, median', hops(0.5), {
      unit: 's',
      meaning: 'Each hop begins where the one before ends. Paid is by the clock of the bank.',
    }),
    graph('Latency by hop, p99', hops(0.99), {
      unit: 's',
      meaning:
        'Detected rises to seconds when the bank does not call back, published when a relay or the event log is slow.',
    }),
    graph('Confirmation to credit', latencies('deposit_confirm_to_credit_seconds'), {
      unit: 's',
      meaning: 'Through outbox, event log and ledger.',
    }),
    graph(
      'Charges that wait for a payment',
      [{ expr: largest('charges_pending'), legend: 'charges' }],
      { unit: 'short', meaning: 'PENDING charges, counted up to 100,000.' },
    ),
    graph(
      'Oldest pending charge',
      [{ expr: largest('charges_oldest_pending_seconds'), legend: 'age' }],
      {
        unit: 's',
        meaning: 'Longer than charges live: the expiry job does not run.',
      },
    ),
    graph(
      'Money in suspense and owed',
      [
        { expr: largest('ledger_suspense_cents'), legend: 'in suspense' },
        { expr: largest('ledger_owed_cents'), legend: 'owed' },
      ],
      {
        unit: 'cents',
        meaning:
          'Suspense waits for a decision of an operator; owed is what returns of the bank took too much.',
      },
    ),
    graph(
      'Payments that completed no charge',
      [{ expr: rate('deposit_exceptions_total', { by: ['kind'] }), legend: '{{kind}}' }],
      {
        unit: 'ops',
        meaning: 'They go to suspense, by reason.',
      },
    ),
    graph(
      'Cents credited and kept as fee',
      [
        { expr: rate('ledger_credited_cents_total'), legend: 'credited a second' },
        { expr: rate('ledger_fee_cents_total'), legend: 'fees a second' },
      ],
      { unit: 'cents', meaning: 'The volume.' },
    ),
    graph(
      'Violations found',
      [
        {
          expr: `sum by (invariant) (increase(${series('audit_violations_total')}[1h]))`,
          legend: '{{invariant}}',
        },
      ],
      {
        unit: 'short',
        meaning: 'By invariant, in the last hour.',
      },
    ),
    graph(
      'Found only by the reconciliation',
      [
        {
          expr: `sum by (what) (increase(${series('payments_late_total')}[1d]))`,
          legend: '{{what}}',
        },
      ],
      { unit: 'short', meaning: 'In the last day: what should have found them earlier did not.' },
    ),
  ],
};
