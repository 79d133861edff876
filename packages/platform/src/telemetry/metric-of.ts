import type { Metric, Registry } from 'prom-client';

/** A registry accepts a name once; a second caller, such as another consumer, gets the same metric. */
export function metricOf<M extends Metric>(
  metrics: Registry,
  name: string,
  make: (base: { name: string; registers: Registry[] }) => M,
): M {
  const known = metrics.getSingleMetric(name) as M | undefined;
  return known ?? make({ name, registers: [metrics] });
}
