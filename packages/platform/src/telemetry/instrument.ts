import { context, SpanKind } from '@opentelemetry/api';
import { Histogram, type Registry } from 'prom-client';
import { inSpan, isTraced } from './spans.ts';

type UseCase = (...input: never[]) => Promise<unknown>;

/** Wraps every use case of a service in a span and a timing, so that none mentions either. */
export function instrument<T extends Record<string, UseCase>>(useCases: T, metrics: Registry): T {
  const histogram = new Histogram({
    name: 'use_case_duration_seconds',
    help: 'Time a use case took',
    labelNames: ['use_case', 'outcome'] as const,
    registers: [metrics],
  });
  const wrap =
    (name: string, run: UseCase): UseCase =>
    (...input) =>
      inOwnSpan(name, async () => {
        const started = performance.now();
        let outcome = 'error';
        try {
          const result = await run(...input);
          outcome = 'ok';
          return result;
        } finally {
          histogram.observe({ use_case: name, outcome }, (performance.now() - started) / 1000);
        }
      });
  return Object.fromEntries(
    Object.entries(useCases).map(([name, run]) => [name, wrap(name, run)]),
  ) as T;
}

function inOwnSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  return inSpan({ name, kind: SpanKind.INTERNAL, parent: context.active() }, work);
}
