import type { Metric, Registry } from 'prom-client';

/** A registry knows each name once; whoever comes second, such as another consumer, gets the first's. */
export function metricOf<M extends Metric>(
  metrics: Registry,
  name: string,
  make: (base: { name: string; registers: Registry[] }) => M,
): M {
  const known = metrics.getSingleMetric(name) as M | undefined;
  return known ?? make({ name, registers: [metrics] });
}
