import { Histogram, type Registry } from 'prom-client';

type UseCase = (...input: never[]) => Promise<unknown>;

/** Times every use case of a service. None has a span of its own: the call or the batch that it answers has one. */
export function instrument<T extends Record<string, UseCase>>(useCases: T, metrics: Registry): T {
  const histogram = new Histogram({
    name: 'use_case_duration_seconds',
    help: 'Time a use case took',
    labelNames: ['use_case', 'outcome'] as const,
    registers: [metrics],
  });
  const wrap =
    (name: string, run: UseCase): UseCase =>
    async (...input) => {
      const started = performance.now();
      let outcome = 'error';
      try {
        const result = await run(...input);
        outcome = 'ok';
        return result;
      } finally {
        histogram.observe({ use_case: name, outcome }, (performance.now() - started) / 1000);
      }
    };
  return Object.fromEntries(
    Object.entries(useCases).map(([name, run]) => [name, wrap(name, run)]),
  ) as T;
}
