import { type Dashboard, figure, graph, largest, latencies, rate, series } from './panel.ts';

/** What receivers are sent, and what they answer. */
export const webhooks: Dashboard = {
  name: 'webhooks',
  title: 'Webhooks',
  panels: [
    figure(
      'Delivered',
      'ops',
      'Attempts that were answered with 2xx.',
      rate('webhook_attempts_total', { labels: 'outcome="delivered"' }),
    ),
    figure(
      'Failed',
      'ops',
      'They are tried again, up to ten times in about 75 h.',
      rate('webhook_attempts_total', { labels: 'outcome!="delivered"' }),
    ),
    figure('Due', 'short', 'Those under way included.', largest('webhooks_due_backlog')),
    figure(
      'Oldest due',
      's',
      'Above a minute we do not keep up.',
      largest('webhooks_oldest_due_seconds'),
    ),
    figure(
      'Given up, last day',
      'short',
      'After the last attempt. The events stay in the feed of the account.',
      `sum(increase(${series('webhooks_exhausted_total')}[1d]))`,
    ),
    graph(
      'Attempts by outcome',
      'ops',
      'unopened: we cannot decrypt the secret of the endpoint; blocked: we may not call the host.',
      { '{{outcome}}': rate('webhook_attempts_total', { by: ['outcome'] }) },
    ),
    graph(
      'Endpoints by state',
      'short',
      'FAILING: disabled after days without a success. GONE: the receiver said 410.',
      { '{{state}}': largest('webhook_endpoints', { by: ['state'] }) },
    ),
    graph(
      'Time of an attempt',
      's',
      'Mostly the receiver.',
      latencies('webhook_attempt_duration_seconds'),
    ),
    graph(
      'Credit to first attempt',
      's',
      'Service level: 5 s for 99.9 %.',
      latencies('webhook_credit_to_first_attempt_seconds'),
    ),
    graph('Backlog', 'short', 'Deliveries that are due now.', {
      due: largest('webhooks_due_backlog'),
    }),
    graph('Oldest due delivery', 's', 'How long the oldest has waited.', {
      age: largest('webhooks_oldest_due_seconds'),
    }),
  ],
};
