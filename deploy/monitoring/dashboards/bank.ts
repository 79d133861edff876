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
    figure(
      'Circuit',
      'short',
      '0: calls go to the bank. 1: one call tries it. 2: calls fail at once.',
      largest('provider_circuit_state'),
    ),
    figure(
      'Swept up to',
      's',
      'Payments up to this age may be unknown to us if the bank did not call back.',
      largest('sweep_watermark_age_seconds'),
    ),
    figure(
      'Unclear payments',
      'short',
      'Reported by the bank and not confirmed so far.',
      largest('payments_unclear'),
    ),
    figure(
      'Windows unread',
      'short',
      'Parts of the list of payments that could not be read.',
      largest('bank_windows_unread'),
    ),
    figure(
      'Oldest refund',
      's',
      'Above an hour somebody has to look.',
      largest('refunds_oldest_pending_seconds'),
    ),
    figure(
      'Certificate ends in',
      's',
      'The certificate that the bank knows us by. Empty where the bank asks for none.',
      `${smallest('provider_certificate_expiry_timestamp_seconds')} - time()`,
    ),
    graph(
      'Calls by outcome',
      'reqps',
      'Everything but ok is a failed call; circuit-open was not even made.',
      { '{{operation}} {{outcome}}': rate(`${CALLS}_count`, { by: ['operation', 'outcome'] }) },
    ),
    graph('Time to answer', 's', 'Of the bank alone.', latencies(CALLS, { by: ['operation'] })),
    graph('Circuit by operation', 'short', '2 while calls fail at once.', {
      '{{operation}}': largest('provider_circuit_state', { by: ['operation'] }),
    }),
    graph(
      'Calls that queries were spared',
      'reqps',
      'Answered as stored: the budget of calls was spent.',
      {
        'shared with another query': rate('provider_poll_coalesced_total'),
        'answered as stored': rate('provider_poll_skipped_total'),
      },
    ),
    graph(
      'Problems of its lists',
      'ops',
      'Lists of payments that contradict themselves or cannot be read.',
      { '{{problem}}': rate('provider_list_problems_total', { by: ['problem'] }) },
    ),
    graph('Set aside', 'ops', 'To be checked again; each new attempt counts.', {
      payments: rate('payments_set_aside_total'),
      'windows of the reconciliation': rate('reconciliation_unread_windows_total'),
    }),
    graph(
      'Returns made by the bank',
      'short',
      'In the last hour. MED_FRAUDE: a payer disputes a payment.',
      { '{{natureza}}': `sum by (natureza) (increase(${series('payment_returns_total')}[1h]))` },
    ),
    graph(
      'Refunds settled after a failure',
      'short',
      'In the last day: the bank settled what it had said to have failed.',
      { refunds: `sum(increase(${series('refunds_settled_after_failure_total')}[1d]))` },
    ),
  ],
};
