import { type Dashboard, figure, graph, largest, latencies, rate, series } from './panel.ts';

/** What receivers are sent, and what they answer. */
export const webhooks: Dashboard = {
  name: 'webhooks',
  title: 'Webhooks',
  panels: [
    figure('Delivered', rate('webhook_attempts_total', { labels: 'outcome="delivered"' }), {
      unit: 'ops',
      meaning: 'Attempts that were answered with 2xx.',
    }),
    figure('Failed', rate('webhook_attempts_total', { labels: 'outcome!="delivered"' }), {
      unit: 'ops',
      meaning: 'They are tried again, up to ten times in about 75 h.',
    }),
    figure('Due', largest('webhooks_due_backlog'), {
      unit: 'short',
      meaning: 'Those under way included.',
    }),
    figure('Oldest due', largest('webhooks_oldest_due_seconds'), {
      unit: 's',
      meaning: 'Above a minute we do not keep up.',
    }),
    figure('Given up, last day', `sum(increase(${series('webhooks_exhausted_total')}[1d]))`, {
      unit: 'short',
      meaning: 'After the last attempt. The events stay in the feed of the account.',
    }),
    graph(
      'Attempts by outcome',
      [{ expr: rate('webhook_attempts_total', { by: ['outcome'] }), legend: '{{outcome}}' }],
      {
        unit: 'ops',
        meaning:
          'unopened: we cannot decrypt the secret of the endpoint; blocked: we may not call the host.',
      },
    ),
    graph(
      'Endpoints by state',
      [{ expr: largest('webhook_endpoints', { by: ['state'] }), legend: '{{state}}' }],
      {
        unit: 'short',
        meaning: 'FAILING: disabled after days without a success. GONE: the receiver said 410.',
      },
    ),
    graph('Time of an attempt', latencies('webhook_attempt_duration_seconds'), {
      unit: 's',
      meaning: 'Mostly the receiver.',
    }),
    graph('Credit to first attempt', latencies('webhook_credit_to_first_attempt_seconds'), {
      unit: 's',
      meaning: 'Service level: 5 s for 99.9 %.',
    }),
    graph('Backlog', [{ expr: largest('webhooks_due_backlog'), legend: 'due' }], {
      unit: 'short',
      meaning: 'Deliveries that are due now.',
    }),
    graph(
      'Oldest due delivery',
      [{ expr: largest('webhooks_oldest_due_seconds'), legend: 'age' }],
      {
        unit: 's',
        meaning: 'How long the oldest has waited.',
      },
    ),
  ],
};
