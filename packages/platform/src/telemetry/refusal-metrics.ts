import { Counter, type Registry } from 'prom-client';

/** Returns the function that counts a connection refused for its certificate. */
export function refusalMetrics(metrics: Registry): () => void {
  const refused = new Counter({
    name: 'rpc_connections_refused_total',
    help: 'Connections to the gRPC port refused for want of a certificate that we accept',
    registers: [metrics],
  });
  return () => refused.inc();
}
