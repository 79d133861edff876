import { type Dashboard, figure, graph, largest, rate, series } from './panel.ts';

/** The way of events from one service to the next. */
export const events: Dashboard = {
  name: 'events',
  title: 'Events',
  panels: [
    figure(
      'Oldest unpublished',
      's',
      'Above 30 s the relay or the event log does not work.',
      largest('outbox_oldest_unpublished_seconds'),
    ),
    figure(
      'Waiting for consumers',
      'short',
      'Records of all topics and groups.',
      `sum(${largest('event_consumer_lag', { by: ['topic', 'group', 'partition'] })})`,
    ),
    figure(
      'Longest stall',
      's',
      'Since a consumer handled a batch, while records wait.',
      largest('event_consumer_progress_age_seconds'),
    ),
    figure(
      'Parked',
      'short',
      'Records whose effect is missing: operator parked list.',
      `sum(${largest('events_parked', { by: ['group'] })})`,
    ),
    graph('Unpublished events', 'short', 'Counted up to 10,000.', {
      '{{service}} {{topic}}': largest('outbox_unpublished', { by: ['service', 'topic'] }),
    }),
    graph('Age of the oldest unpublished event', 's', 'Normally below a second.', {
      '{{service}} {{topic}}': largest('outbox_oldest_unpublished_seconds', {
        by: ['service', 'topic'],
      }),
    }),
    graph(
      'Relay leaders',
      'short',
      'Exactly one of each service publishes. While none can, they lead in turn, with gaps of seconds.',
      { '{{service}}': `sum by (service) (${series('relay_leader')})` },
    ),
    graph(
      'Who is relay leader',
      'short',
      'The process that publishes the outbox for all replicas.',
      { '{{service}} {{instance}}': `${series('relay_leader')} == 1` },
    ),
    graph(
      'Batches that could not be published',
      'ops',
      'They are published again; nothing is lost.',
      { '{{service}}': rate('relay_publish_failures_total', { by: ['service'] }) },
    ),
    graph('Lag', 'short', 'Records that wait.', {
      '{{group}} of {{topic}}': `sum by (group, topic) (${largest('event_consumer_lag', { by: ['topic', 'group', 'partition'] })})`,
    }),
    graph('Time without progress', 's', 'While records wait. An idle consumer is at 0.', {
      '{{group}}': largest('event_consumer_progress_age_seconds', { by: ['group'] }),
    }),
    graph('Parked now', 'short', 'Later records of the same key wait behind them.', {
      '{{group}}': largest('events_parked', { by: ['group'] }),
    }),
    graph(
      'Parked, by reason',
      'short',
      'In the last hour. unauthenticated: the producer did not write it.',
      {
        '{{group}} {{reason}}': `sum by (group, reason) (increase(${series('events_parked_total')}[1h]))`,
      },
    ),
    graph('Received again', 'ops', 'Duplicates are ignored.', {
      '{{group}} duplicates': rate('inbox_duplicates_total', { by: ['group'] }),
    }),
  ],
};
