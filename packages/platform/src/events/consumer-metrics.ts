import { Counter, type Registry } from 'prom-client';

/** A process may have several consumers; its registry knows each name once. */
export function consumerMetrics(metrics: Registry) {
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    (metrics.getSingleMetric(name) as Counter<L> | undefined) ??
    new Counter({ name, help, labelNames, registers: [metrics] });
  return {
    duplicates: counter('inbox_duplicates_total', 'Events that came again and were left alone', [
      'group',
    ] as const),
    parked: counter('events_parked_total', 'Records set aside instead of handled', [
      'group',
      'reason',
    ] as const),
  };
}
