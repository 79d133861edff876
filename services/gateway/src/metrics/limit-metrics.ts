import { closedCounter } from '@entrada/platform/telemetry/metrics';
import { Counter, type Registry } from 'prom-client';

const LABELS = {
  scope: ['key', 'account', 'failed_key', 'public', 'callback'],
  result: ['allowed', 'refused'],
  backend: ['redis', 'memory'],
} as const;

export type LimitDecisions = ReturnType<typeof limitDecisions>;

export function limitDecisions(metrics: Registry) {
  return closedCounter(metrics, {
    name: 'ratelimit_decisions_total',
    help: 'Requests counted against a limit',
    labels: LABELS,
  });
}

export function overloadRefusals(metrics: Registry): Counter {
  return new Counter({
    name: 'overload_refused_total',
    help: 'Requests refused because this process lags or has too many in progress',
    registers: [metrics],
  });
}
