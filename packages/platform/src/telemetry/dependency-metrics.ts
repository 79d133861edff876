import { Gauge, type Registry } from 'prom-client';

/** Set by the readiness checks, each named after the dependency that it checks. */
export function dependencyMetrics(metrics: Registry): (dependency: string, isUp: boolean) => void {
  const gauge = new Gauge({
    name: 'dependency_up',
    help: '1 when the last readiness check of a dependency passed, else 0',
    labelNames: ['dependency'] as const,
    registers: [metrics],
  });
  return (dependency, isUp) => gauge.set({ dependency }, isUp ? 1 : 0);
}
