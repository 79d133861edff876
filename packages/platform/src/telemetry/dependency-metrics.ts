import { Gauge, type Registry } from 'prom-client';
import { metricOf } from './metric-of.ts';

/** Set by the readiness checks, each named after the dependency that it checks, and by clients of what no readiness depends on. */
export function dependencyMetrics(metrics: Registry): (dependency: string, isUp: boolean) => void {
  const gauge = metricOf(
    metrics,
    'dependency_up',
    (base) =>
      new Gauge({
        ...base,
        help: '1 when the last check of a dependency passed, else 0',
        labelNames: ['dependency'] as const,
      }),
  );
  return (dependency, isUp) => gauge.set({ dependency }, isUp ? 1 : 0);
}
