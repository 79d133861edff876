import { type Dashboard, figure, graph, latencies, quantile, rate, smallest } from './panel.ts';

const HTTP = 'http_server_request_duration_seconds';
const BANK_FAILED = { labels: 'error_type="bank"' };
const FAILED = { labels: 'error_type="ours"' };

/** Requests, errors and durations per route, and what the gateway decides before it calls anyone. */
export const api: Dashboard = {
  name: 'api',
  title: 'API',
  panels: [
    figure('Requests', 'reqps', 'All routes.', rate(`${HTTP}_count`)),
    figure(
      'Failures of ours',
      'reqps',
      'Replies 5xx that are not the fault of the bank.',
      `${rate(`${HTTP}_count`, FAILED)} or vector(0)`,
    ),
    figure(
      'Failures of the bank',
      'reqps',
      'Replies 502, 503 and 504 because the bank does not answer.',
      `${rate(`${HTTP}_count`, BANK_FAILED)} or vector(0)`,
    ),
    figure(
      'Refused for overload',
      'reqps',
      'A gateway lags or has too many requests in progress.',
      rate('overload_refused_total'),
    ),
    figure(
      'Revocations at once',
      'bool',
      '0: a revoked key is refused only after some seconds.',
      smallest('revocation_stream_up'),
    ),
    graph('Requests by route', 'reqps', 'Which calls arrive.', {
      '{{http_request_method}} {{http_route}}': rate(`${HTTP}_count`, {
        by: ['http_request_method', 'http_route'],
      }),
    }),
    graph('Failures by route', 'reqps', 'Whose failure: ours or the bank.', {
      '{{http_route}} {{error_type}}': rate(`${HTTP}_count`, {
        by: ['http_route', 'error_type'],
        labels: 'error_type!=""',
      }),
    }),
    graph(
      'Slowest hundredth by route',
      's',
      'p99. Long polls and streams have routes of their own.',
      {
        '{{http_request_method}} {{http_route}}': quantile(0.99, HTTP, {
          by: ['http_request_method', 'http_route'],
        }),
      },
    ),
    graph('Replies by status', 'reqps', '499: the client hung up.', {
      '{{http_response_status_code}}': rate(`${HTTP}_count`, { by: ['http_response_status_code'] }),
    }),
    graph(
      'Decisions about keys',
      'reqps',
      'Many invalid ones at once: somebody guesses, or a client has an old key.',
      { '{{result}} {{carrier}}': rate('auth_decisions_total', { by: ['result', 'carrier'] }) },
    ),
    graph('Cache of decisions', 'reqps', 'Misses cost a call of auth.', {
      '{{result}}': rate('auth_cache_total', { by: ['result'] }),
    }),
    graph('Limits', 'reqps', 'Backend memory: each gateway counts alone.', {
      '{{scope}} {{result}} {{backend}}': rate('ratelimit_decisions_total', {
        by: ['scope', 'result', 'backend'],
      }),
    }),
    graph(
      'Calls between services',
      's',
      'As the caller sees them.',
      latencies('rpc_client_call_duration_seconds', { by: ['server_address'] }),
    ),
    graph('Calls by method', 's', 'p99 as the server sees them, without streams.', {
      '{{rpc_method}}': quantile(0.99, 'rpc_server_call_duration_seconds', { by: ['rpc_method'] }),
    }),
    graph('Calls that failed', 'reqps', 'By gRPC status.', {
      '{{rpc_method}} {{rpc_status_code}}': rate('rpc_server_call_duration_seconds_count', {
        by: ['rpc_method', 'rpc_status_code'],
        labels: 'rpc_status_code!="OK"',
      }),
    }),
  ],
};
