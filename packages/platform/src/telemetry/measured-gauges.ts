import type { Gauge } from 'prom-client';
import type { Runtime } from '../runtime/runtime.ts';
import { repeat } from '../time/repeat.ts';

/** As often as the most frequent scrapes. */
const MEASURE_EVERY_MS = 15_000;

type Measurement = {
  readonly name: string;
  readonly gauges: readonly Gauge<string>[];
  /** Sets the gauges; a failure makes them absent. */
  readonly measure: () => Promise<void>;
};

/**
 * Gauges whose figures are in a database. A timer refreshes them, so that no scrape waits for the
 * database; while they cannot be measured they are absent, not stale. How old they are is said by the
 * last success of the job `measure <name>`.
 */
export function keepMeasured(
  runtime: Pick<Runtime, 'metrics' | 'log'>,
  { name, gauges, measure }: Measurement,
): AsyncDisposable {
  for (const gauge of gauges) makeAbsent(gauge);

  const work = async (): Promise<boolean> => {
    try {
      await measure();
    } catch (error) {
      for (const gauge of gauges) makeAbsent(gauge);
      throw error;
    }
    return false;
  };
  const job = { name: `measure ${name}`, everyMs: MEASURE_EVERY_MS, work, isFigure: true };
  return repeat(job, runtime);
}

/** A gauge without labels is 0 after a reset, until its only series is removed. */
function makeAbsent(gauge: Gauge<string>): void {
  gauge.reset();
  const { labelNames } = gauge as unknown as { readonly labelNames: readonly string[] };
  if (labelNames.length === 0) gauge.remove();
}
