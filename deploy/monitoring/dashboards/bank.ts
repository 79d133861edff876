import {
  type Dashboard,
  figure,
  graph,
  largest,
  latencies,
  rate,
  series,
  smallest,
} from './panel.ts';

const CALLS = 'provider_request_duration_seconds';

/** What the bank answers, and what it knows that we could not take in yet. */
export const bank: Dashboard = {
  name: 'bank',
  title: 'Bank',
  panels: [
    figure('Circuit', largest('provider_circuit_state'), {
      unit: 'short',
      meaning: '0: calls go to the bank. 1: one call tries it. 2: calls fail at once.',
    }),
    figure('Swept up to', largest('sweep_watermark_age_seconds'), {
      unit: 's',
      meaning: 'Payments up to this age may be unknown to us if the bank did not call back.',
    }),
    figure('Unclear payments', largest('payments_unclear'), {
      unit: 'short',
      meaning: 'Reported by the bank and not confirmed so far.',
    }),
    figure('Windows unread', largest('bank_windows_unread'), {
      unit: 'short',
      meaning: 'Parts of the list of payments that could not be read.',
    }),
    figure('Oldest refund', largest('refunds_oldest_pending_seconds'), {
      unit: 's',
      meaning: 'Above an hour somebody has to look.',
    }),
    figure(
      'Certificate ends in',
      `${smallest('provider_certificate_expiry_timestamp_seconds')} - time()`,
      {
        unit: 's',
        meaning: 'The certificate that the bank knows us by. Empty where the bank asks for none.',
      },
    ),
    graph(
      'Calls by outcome',
      [
        {
          expr: rate(`${CALLS}_count`, { by: ['operation', 'outcome'] }),
          legend: '{{operation}} {{outcome}}',
        },
      ],
      {
        unit: 'reqps',
        meaning: 'Everything but ok is a failed call; circuit-open was not even made.',
      },
    ),
    graph('Time to answer', latencies(CALLS, { by: ['operation'] }), {
      unit: 's',
      meaning: 'Of the bank alone.',
    }),
    graph(
      'Circuit by operation',
      [{ expr: largest('provider_circuit_state', { by: ['operation'] }), legend: '{{operation}}' }],
      {
        unit: 'short',
        meaning: '2 while calls fail at once.',
      },
    ),
    graph(
      'Calls that queries were spared',
      [
        { expr: rate('provider_poll_coalesced_total'), legend: 'shared with another query' },
        { expr: rate('provider_poll_skipped_total'), legend: 'answered as stored' },
      ],
      { unit: 'reqps', meaning: 'Answered as stored: the budget of calls was spent.' },
    ),
    graph(
      'Problems of its lists',
      [{ expr: rate('provider_list_problems_total', { by: ['problem'] }), legend: '{{problem}}' }],
      {
        unit: 'ops',
        meaning: 'Lists of payments that contradict themselves or cannot be read.',
      },
    ),
    graph(
      'Set aside',
      [
        { expr: rate('payments_set_aside_total'), legend: 'payments' },
        {
          expr: rate('reconciliation_unread_windows_total'),
          legend: 'windows of the reconciliation',
        },
      ],
      { unit: 'ops', meaning: 'To be checked again; each new attempt counts.' },
    ),
    graph(
      'Returns made by the bank',
      [
        {
          expr: `sum by (natureza) (increase(${series('payment_returns_total')}[1h]))`,
          legend: '{{natureza}}',
        },
      ],
      {
        unit: 'short',
        meaning: 'In the last hour. MED_FRAUDE: a payer disputes a payment.',
      },
    ),
    graph(
      'Refunds settled after a failure',
      [
        {
          expr: `sum(increase(${series('refunds_settled_after_failure_total')}[1d]))`,
          legend: 'refunds',
        },
      ],
      {
        unit: 'short',
        meaning: 'In the last day: the bank settled what it had said to have failed.',
      },
    ),
  ],
};
