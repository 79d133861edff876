import { status } from '@grpc/grpc-js';
import { Counter, Histogram, type Registry } from 'prom-client';
import { metricOf } from './metric-of.ts';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Observe = (rpcMethod: string, code: status, ms: number) => void;

export function rpcServerMetrics(metrics: Registry): Observe {
  const histogram = new Histogram({
    name: 'rpc_server_call_duration_seconds',
    help: 'Time to answer a gRPC call',
    labelNames: ['rpc_method', 'rpc_status_code'] as const,
    buckets: BUCKETS,
    registers: [metrics],
  });
  return (rpcMethod, code, ms) => histogram.observe(labels(rpcMethod, code), ms / 1000);
}

/** A stream is open for as long as somebody watches: its time says nothing about latency. */
export function rpcStreamMetrics(
  metrics: Registry,
  name: 'rpc_server_streams_ended_total' | 'rpc_client_streams_ended_total',
): (rpcMethod: string, code: status) => void {
  const labelNames = ['rpc_method', 'rpc_status_code'] as const;
  const ended = metricOf(
    metrics,
    name,
    (base) => new Counter({ ...base, help: 'Streams that ended, by how', labelNames }),
  );
  return (rpcMethod, code) => ended.inc(labels(rpcMethod, code));
}

export function rpcClientMetrics(metrics: Registry, serverAddress: string): Observe {
  const histogram = metricOf(
    metrics,
    'rpc_client_call_duration_seconds',
    (base) =>
      new Histogram({
        ...base,
        help: 'Time until a gRPC call was answered',
        labelNames: ['rpc_method', 'rpc_status_code', 'server_address'] as const,
        buckets: BUCKETS,
      }),
  );
  return (rpcMethod, code, ms) =>
    histogram.observe({ ...labels(rpcMethod, code), server_address: serverAddress }, ms / 1000);
}

function labels(rpcMethod: string, code: status) {
  return { rpc_method: rpcMethod.slice('/'.length), rpc_status_code: status[code] };
}
