import { Counter, Gauge, type Registry } from 'prom-client';
import { metricOf } from '../telemetry/metric-of.ts';
import { PARK_REASONS } from './parking.ts';

export function consumerMetrics(metrics: Registry, group: string) {
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    metricOf(metrics, name, (base) => new Counter({ ...base, help, labelNames }));
  const duplicates = counter('inbox_duplicates_total', 'Events that came again and were ignored', [
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
  // The first increase of a series that was never seen is invisible to a rate.
  duplicates.inc({ group }, 0);
  for (const reason of PARK_REASONS) parkedTotal.inc({ group, reason }, 0);
  return { duplicates, parkedTotal, parked };
}
