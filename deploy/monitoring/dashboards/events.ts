import { type Dashboard, figure, graph, largest, rate, series } from './panel.ts';

/** The way of events from one service to the next. */
export const events: Dashboard = {
  name: 'events',
  title: 'Events',
  panels: [
    figure('Oldest unpublished', largest('outbox_oldest_unpublished_seconds'), {
      unit: 's',
      meaning: 'Above 30 s the relay or the event log does not work.',
    }),
    figure(
      'Waiting for consumers',
      `sum(${largest('event_consumer_lag', { by: ['topic', 'group', 'partition'] })})`,
      {
        unit: 'short',
        meaning: 'Records of all topics and groups.',
      },
    ),
    figure('Longest stall', largest('event_consumer_progress_age_seconds'), {
      unit: 's',
      meaning: 'Since a consumer handled a batch, while records wait.',
    }),
    figure('Parked', `sum(${largest('events_parked', { by: ['group'] })})`, {
      unit: 'short',
      meaning: 'Records whose effect is missing: operator parked list.',
    }),
    graph(
      'Unpublished events',
      [
        {
          expr: largest('outbox_unpublished', { by: ['service', 'topic'] }),
          legend: '{{service}} {{topic}}',
        },
      ],
      {
        unit: 'short',
        meaning: 'Counted up to 10,000.',
      },
    ),
    graph(
      'Age of the oldest unpublished event',
      [
        {
          expr: largest('outbox_oldest_unpublished_seconds', { by: ['service', 'topic'] }),
          legend: '{{service}} {{topic}}',
        },
      ],
      {
        unit: 's',
        meaning: 'Normally below a second.',
      },
    ),
    graph(
      'Relay leaders',
      [{ expr: `sum by (service) (${series('relay_leader')})`, legend: '{{service}}' }],
      {
        unit: 'short',
        meaning:
          'Exactly one of each service publishes. While none can, they lead in turn, with gaps of seconds.',
      },
    ),
    graph(
      'Who is relay leader',
      [{ expr: `${series('relay_leader')} == 1`, legend: '{{service}} {{instance}}' }],
      {
        unit: 'short',
        meaning: 'The process that publishes the outbox for all replicas.',
      },
    ),
    graph(
      'Batches that could not be published',
      [{ expr: rate('relay_publish_failures_total', { by: ['service'] }), legend: '{{service}}' }],
      {
        unit: 'ops',
        meaning: 'They are published again; nothing is lost.',
      },
    ),
    graph(
      'Lag',
      [
        {
          expr: `sum by (group, topic) (${largest('event_consumer_lag', { by: ['topic', 'group', 'partition'] })})`,
          legend: '{{group}} of {{topic}}',
        },
      ],
      {
        unit: 'short',
        meaning: 'Records that wait.',
      },
    ),
    graph(
      'Time without progress',
      [
        {
          expr: largest('event_consumer_progress_age_seconds', { by: ['group'] }),
          legend: '{{group}}',
        },
      ],
      {
        unit: 's',
        meaning: 'While records wait. An idle consumer is at 0.',
      },
    ),
    graph(
      'Parked now',
      [{ expr: largest('events_parked', { by: ['group'] }), legend: '{{group}}' }],
      {
        unit: 'short',
        meaning: 'Later records of the same key wait behind them.',
      },
    ),
    graph(
      'Parked, by reason',
      [
        {
          expr: `sum by (group, reason) (increase(${series('events_parked_total')}[1h]))`,
          legend: '{{group}} {{reason}}',
        },
      ],
      {
        unit: 'short',
        meaning: 'In the last hour. unauthenticated: the producer did not write it.',
      },
    ),
    graph(
      'Received again',
      [{ expr: rate('inbox_duplicates_total', { by: ['group'] }), legend: '{{group}} duplicates' }],
      { unit: 'ops', meaning: 'Duplicates are ignored.' },
    ),
  ],
};
