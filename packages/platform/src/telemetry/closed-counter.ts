import { Counter, type Registry } from 'prom-client';

type Labels = Readonly<Record<string, readonly string[]>>;
type ValuesOf<L extends Labels> = { readonly [Name in keyof L]: L[Name][number] };

/** What can be done with a counter whose labels are closed sets. */
export type ClosedCounter<L extends Labels> = { inc(values: ValuesOf<L>, count?: number): void };

/**
 * A counter that knows every value its labels can have. Each series is 0 from the start, because
 * Prometheus does not see the first increment of one that did not exist before.
 */
export function closedCounter<const L extends Labels>(
  metrics: Registry,
  { name, help, labels }: { readonly name: string; readonly help: string; readonly labels: L },
): ClosedCounter<L> {
  const labelNames = Object.keys(labels);
  const counter = new Counter({ name, help, labelNames, registers: [metrics] });
  for (const values of combinationsOf(labels)) counter.inc(values, 0);
  return { inc: (values, count = 1) => counter.inc(values, count) };
}

function combinationsOf(labels: Labels): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (combinations, [name, values]) =>
      combinations.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
