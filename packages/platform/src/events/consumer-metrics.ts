import { Counter, Gauge, type Registry } from 'prom-client';
import { metricOf } from '../telemetry/metric-of.ts';
import { PARK_REASONS } from './parking.ts';

export function consumerMetrics(metrics: Registry, group: string) {
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    metricOf(metrics, name, (base) => new Counter({ ...base, help, labelNames }));
  const duplicates = counter('inbox_duplicates_total', 'Events received again and ignored', [
    'group',
  ] as const);
  const parkedTotal = counter('events_parked_total', 'Records parked instead of handled', [
    'group',
    'reason',
  ] as const);
  const parked = metricOf(
    metrics,
    'events_parked',
    (base) => new Gauge({ ...base, help: 'Records that are parked now', labelNames: ['group'] }),
  );
  // A rate does not see the first increment of a series that did not exist before.
  duplicates.inc({ group }, 0);
  for (const reason of PARK_REASONS) parkedTotal.inc({ group, reason }, 0);
  return { duplicates, parkedTotal, parked };
}
