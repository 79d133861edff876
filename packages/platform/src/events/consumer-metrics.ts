import { Counter, type Registry } from 'prom-client';
import { metricOf } from '../telemetry/metric-of.ts';

export function consumerMetrics(metrics: Registry) {
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    metricOf(metrics, name, (base) => new Counter({ ...base, help, labelNames }));
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
