import { type Dashboard, figure, graph, latencies, quantile, rate, smallest } from './panel.ts';

const HTTP = 'http_server_request_duration_seconds';
const BANK_FAILED = { labels: 'error_type="bank"' };
const FAILED = { labels: 'error_type="ours"' };

/** Requests, errors and durations per route, and what the gateway decides before it calls anyone. */
export const api: Dashboard = {
  name: 'api',
  title: 'API',
  panels: [
    figure('Requests', rate(`${HTTP}_count`), { unit: 'reqps', meaning: 'All routes.' }),
    figure('Failures of ours', `${rate(`${HTTP}_count`, FAILED)} or vector(0)`, {
      unit: 'reqps',
      meaning: 'Replies 5xx that are not the fault of the bank.',
    }),
    figure('Failures of the bank', `${rate(`${HTTP}_count`, BANK_FAILED)} or vector(0)`, {
      unit: 'reqps',
      meaning: 'Replies 502, 503 and 504 because the bank does not answer.',
    }),
    figure('Refused for overload', rate('overload_refused_total'), {
      unit: 'reqps',
      meaning: 'A gateway lags or has too many requests in progress.',
    }),
    figure('Revocations at once', smallest('revocation_stream_up'), {
      unit: 'bool',
      meaning: '0: a revoked key is refused only after some seconds.',
    }),
    graph(
      'Requests by route',
      [
        {
          expr: rate(`${HTTP}_count`, { by: ['http_request_method', 'http_route'] }),
          legend: '{{http_request_method}} {{http_route}}',
        },
      ],
      {
        unit: 'reqps',
        meaning: 'Which calls arrive.',
      },
    ),
    graph(
      'Failures by route',
      [
        {
          expr: rate(`${HTTP}_count`, {
            by: ['http_route', 'error_type'],
            labels: 'error_type!=""',
          }),
          legend: '{{http_route}} {{error_type}}',
        },
      ],
      {
        unit: 'reqps',
        meaning: 'Whose failure: ours or the bank.',
      },
    ),
    graph(
      'Slowest hundredth by route',
      [
        {
          expr: quantile(0.99, HTTP, { by: ['http_request_method', 'http_route'] }),
          legend: '{{http_request_method}} {{http_route}}',
        },
      ],
      {
        unit: 's',
        meaning: 'p99. Long polls and streams have routes of their own.',
      },
    ),
    graph(
      'Replies by status',
      [
        {
          expr: rate(`${HTTP}_count`, { by: ['http_response_status_code'] }),
          legend: '{{http_response_status_code}}',
        },
      ],
      {
        unit: 'reqps',
        meaning: '499: the client hung up.',
      },
    ),
    graph(
      'Decisions about keys',
      [
        {
          expr: rate('auth_decisions_total', { by: ['result', 'carrier'] }),
          legend: '{{result}} {{carrier}}',
        },
      ],
      {
        unit: 'reqps',
        meaning: 'Many invalid ones at once: somebody guesses, or a client has an old key.',
      },
    ),
    graph(
      'Cache of decisions',
      [{ expr: rate('auth_cache_total', { by: ['result'] }), legend: '{{result}}' }],
      {
        unit: 'reqps',
        meaning: 'Misses cost a call of auth.',
      },
    ),
    graph(
      'Limits',
      [
        {
          expr: rate('ratelimit_decisions_total', { by: ['scope', 'result', 'backend'] }),
          legend: '{{scope}} {{result}} {{backend}}',
        },
      ],
      {
        unit: 'reqps',
        meaning: 'Backend memory: each gateway counts alone.',
      },
    ),
    graph(
      'Calls between services',
      latencies('rpc_client_call_duration_seconds', { by: ['server_address'] }),
      {
        unit: 's',
        meaning: 'As the caller sees them.',
      },
    ),
    graph(
      'Calls by method',
      [
        {
          expr: quantile(0.99, 'rpc_server_call_duration_seconds', { by: ['rpc_method'] }),
          legend: '{{rpc_method}}',
        },
      ],
      {
        unit: 's',
        meaning: 'p99 as the server sees them, without streams.',
      },
    ),
    graph(
      'Calls that failed',
      [
        {
          expr: rate('rpc_server_call_duration_seconds_count', {
            by: ['rpc_method', 'rpc_status_code'],
            labels: 'rpc_status_code!="OK"',
          }),
          legend: '{{rpc_method}} {{rpc_status_code}}',
        },
      ],
      {
        unit: 'reqps',
        meaning: 'By gRPC status.',
      },
    ),
  ],
};
