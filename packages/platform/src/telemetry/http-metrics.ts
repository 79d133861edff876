import { Histogram, type Registry } from 'prom-client';

/** 0.3 is the limit of a service level. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'TRACE',
]);
/** An arbitrary method or path of a client must not create a new time series. */
const OTHER = '_OTHER';

type Answered = {
  readonly method: string;
  /** The pattern that matched, such as `/items/:id`, never the path; undefined if none did. */
  readonly route: string | undefined;
  readonly statusCode: number;
  /** Empty when the reply is what it should be, else whose failure it is; a closed set. */
  readonly errorType: string;
  readonly ms: number;
};

export function httpServerMetrics(metrics: Registry): (answered: Answered) => void {
  const histogram = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: [
      'http_request_method',
      'http_route',
      'http_response_status_code',
      'error_type',
    ] as const,
    buckets: BUCKETS,
    registers: [metrics],
  });
  return ({ method, route, statusCode, errorType, ms }) =>
    histogram.observe(
      {
        http_request_method: METHODS.has(method) ? method : OTHER,
        http_route: route ?? OTHER,
        http_response_status_code: statusCode,
        error_type: errorType,
      },
      ms / 1000,
    );
}
