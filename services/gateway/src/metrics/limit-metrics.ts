import { Counter, type Registry } from 'prom-client';

export function limitDecisions(metrics: Registry): Counter<'scope' | 'result' | 'backend'> {
  return new Counter({
    name: 'ratelimit_decisions_total',
    help: 'Requests counted against a limit',
    labelNames: ['scope', 'result', 'backend'] as const,
    registers: [metrics],
  });
}
