import { performance } from 'node:perf_hooks';
import { status } from '@grpc/grpc-js';
import { Counter, Gauge, Histogram, type Metric, type Registry } from 'prom-client';

/** A registry accepts a name once; a second caller, such as another consumer, gets the same metric. */
export function metersIn(metrics: Registry) {
  function once<M extends Metric>(name: string, make: (registers: Registry[]) => M): M {
    return (metrics.getSingleMetric(name) as M | undefined) ?? make([metrics]);
  }
  return {
    gauge: <L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
      once(name, (registers) => new Gauge({ name, help, labelNames, registers })),
    counter: <L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
      once(name, (registers) => new Counter({ name, help, labelNames, registers })),
    histogram: <L extends string>(
      name: string,
      help: string,
      buckets: number[],
      ...labelNames: readonly L[]
    ) => once(name, (registers) => new Histogram({ name, help, labelNames, buckets, registers })),
  };
}

type Labels = Readonly<Record<string, readonly string[]>>;
type ValuesOf<L extends Labels> = { readonly [Name in keyof L]: L[Name][number] };

/** What can be done with a counter whose labels are closed sets. */
type ClosedCounter<L extends Labels> = { inc(values: ValuesOf<L>, count?: number): void };

/**
 * A counter that knows every value its labels can have. Each series is 0 from the start, because
 * Prometheus does not see the first increment of one that did not exist before.
 */
export function closedCounter<const L extends Labels>(
  metrics: Registry,
  { name, help, labels }: { readonly name: string; readonly help: string; readonly labels: L },
): ClosedCounter<L> {
  const labelNames = Object.keys(labels);
  const counter = new Counter({ name, help, labelNames, registers: [metrics] });
  for (const values of combinationsOf(labels)) counter.inc(values, 0);
  return { inc: (values, count = 1) => counter.inc(values, count) };
}

function combinationsOf(labels: Labels): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (combinations, [name, values]) =>
      combinations.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}

/** Milliseconds while all is well; the last ones are for outages. Some are limits of service levels. */
const HOP_BUCKETS = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.2, 2.5, 5, 10, 20, 30, 60, 300,
  3_600,
];

/** Times a part of a way through several processes. Their clocks may differ: no part takes less than 0. */
export function hopHistogram(
  metrics: Registry,
  { name, help, labels = [] }: { name: string; help: string; labels?: readonly string[] },
): (from: Date, to: Date, values?: Record<string, string>) => void {
  const histogram = metersIn(metrics).histogram(name, help, HOP_BUCKETS, ...labels);
  return (from, to, values = {}) => {
    // A time that is no date, such as one in a record of Kafka, must not make its reader fail.
    const ms = to.getTime() - from.getTime() || 0;
    histogram.observe(values, Math.max(0, ms) / 1_000);
  };
}

/** Set by the readiness checks, each named after the dependency that it checks, and by clients of what no readiness depends on. */
export function dependencyMetrics(metrics: Registry): (dependency: string, isUp: boolean) => void {
  const help = '1 when the last check of a dependency passed, else 0';
  const gauge = metersIn(metrics).gauge('dependency_up', help, 'dependency');
  return (dependency, isUp) => gauge.set({ dependency }, isUp ? 1 : 0);
}

/** Near 1 the process has no time left, whatever its CPU limit says. */
export function watchEventLoop(metrics: Registry): void {
  let last = performance.eventLoopUtilization();
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the time since the last scrape in which the event loop was busy',
    registers: [metrics],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
}

/** 0.3 is the limit of a service level. */
const HTTP_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 5, 10];
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

type HttpResult = {
  readonly method: string;
  /** The pattern that matched, such as `/items/:id`, never the path; undefined if none did. */
  readonly route: string | undefined;
  readonly statusCode: number;
  /** Empty when the reply is what it should be, else whose failure it is; a closed set. */
  readonly errorType: string;
  readonly ms: number;
};

export function httpServerMetrics(metrics: Registry): (answered: HttpResult) => void {
  const histogram = metersIn(metrics).histogram(
    'http_server_request_duration_seconds',
    'Time to answer an HTTP request',
    HTTP_BUCKETS,
    'http_request_method',
    'http_route',
    'http_response_status_code',
    'error_type',
  );
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

type UseCase = (...input: never[]) => Promise<unknown>;

/** Times every use case of a service. None has a span of its own: the call or the batch that it answers has one. */
export function instrument<T extends Record<string, UseCase>>(useCases: T, metrics: Registry): T {
  const histogram = new Histogram({
    name: 'use_case_duration_seconds',
    help: 'Time a use case took',
    labelNames: ['use_case', 'outcome'] as const,
    registers: [metrics],
  });
  const wrap =
    (name: string, run: UseCase): UseCase =>
    async (...input) => {
      const started = performance.now();
      let outcome = 'error';
      try {
        const result = await run(...input);
        outcome = 'ok';
        return result;
      } finally {
        histogram.observe({ use_case: name, outcome }, (performance.now() - started) / 1000);
      }
    };
  return Object.fromEntries(
    Object.entries(useCases).map(([name, run]) => [name, wrap(name, run)]),
  ) as T;
}

/** A job may miss two runs, and one that runs often may be slow for a while. */
const RUNS_MISSED_MAX = 3;
const MAX_AGE_MIN_MS = 5 * 60_000;

export type JobObserver = (job: string, everyMs: number) => void;

/** When each job last ran to its end, and how old that may become: an alert compares the two. */
export function jobMetrics(metrics: Registry): JobObserver {
  const { gauge } = metersIn(metrics);
  const lastSuccess = gauge(
    'job_last_success_timestamp_seconds',
    'When this process last finished a job; jobs are shared, so take the latest of all replicas',
    'job',
  );
  const maxAge = gauge(
    'job_success_max_age_seconds',
    'How long ago the last success of a job may be before somebody should look',
    'job',
  );
  return (job, everyMs) => {
    lastSuccess.set({ job }, Date.now() / 1_000);
    maxAge.set({ job }, Math.max(MAX_AGE_MIN_MS, everyMs * RUNS_MISSED_MAX) / 1_000);
  };
}

/** Returns the function that counts a connection refused for its certificate. */
export function refusalMetrics(metrics: Registry): () => void {
  const help = 'Connections to the gRPC port refused for want of a certificate that we accept';
  const refused = metersIn(metrics).counter('rpc_connections_refused_total', help);
  return () => refused.inc();
}

const RPC_LABELS = ['rpc_method', 'rpc_status_code'] as const;
const RPC_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Observe = (rpcMethod: string, code: status, ms: number) => void;

export function rpcServerMetrics(metrics: Registry): Observe {
  const histogram = metersIn(metrics).histogram(
    'rpc_server_call_duration_seconds',
    'Time to answer a gRPC call',
    RPC_BUCKETS,
    ...RPC_LABELS,
  );
  return (rpcMethod, code, ms) => histogram.observe(labels(rpcMethod, code), ms / 1000);
}

/** A stream is open for as long as somebody watches: its time says nothing about latency. */
export function rpcStreamMetrics(
  metrics: Registry,
  name: 'rpc_server_streams_ended_total' | 'rpc_client_streams_ended_total',
): (rpcMethod: string, code: status) => void {
  const ended = metersIn(metrics).counter(name, 'Streams that ended, by how', ...RPC_LABELS);
  return (rpcMethod, code) => ended.inc(labels(rpcMethod, code));
}

export function rpcClientMetrics(metrics: Registry, serverAddress: string): Observe {
  const histogram = metersIn(metrics).histogram(
    'rpc_client_call_duration_seconds',
    'Time until a gRPC call was answered',
    RPC_BUCKETS,
    ...RPC_LABELS,
    'server_address',
  );
  return (rpcMethod, code, ms) =>
    histogram.observe({ ...labels(rpcMethod, code), server_address: serverAddress }, ms / 1000);
}

function labels(rpcMethod: string, code: status) {
  return { rpc_method: rpcMethod.slice('/'.length), rpc_status_code: status[code] };
}

/** Returns the function that notes when the certificate in use ends. */
export function certificateMetrics(metrics: Registry): (expiresAt: Date) => void {
  const expiry = metersIn(metrics).gauge(
    'internal_certificate_expiry_timestamp_seconds',
    'When the certificate that this process shows to other services expires',
  );
  return (expiresAt) => expiry.set(expiresAt.getTime() / 1000);
}
