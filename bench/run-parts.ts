import type { EmbeddedPostgres } from '../packages/launcher/src/provision/embedded-postgres.ts';
import type { Plan } from './plan.ts';
import { type Results, type Row, writeResults } from './report.ts';

/** What every measurement is given. */
export type BenchRun = {
  readonly plan: Plan;
  readonly postgres: Pick<EmbeddedPostgres, 'adminUrl' | 'url'>;
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
  /** Gives the whole part up, because its figures would be worth nothing. */
  readonly fail: (why: string) => void;
  /** Settings laid over those of our services, for instance to profile them. */
  readonly env: Readonly<Record<string, string>>;
};

type Measure = (signal: AbortSignal, fail: (why: string) => void) => Promise<readonly Row[]>;
type Running = {
  readonly say: (sentence: string) => void;
  /** Ends the whole run. */
  readonly signal: AbortSignal;
  readonly file: string;
};

/**
 * Measures part after part. What was measured is written after each, so that it is kept whatever
 * happens next; a part that fails is named, and the others go on.
 */
export async function runParts(
  parts: readonly (readonly [name: string, measure: Measure])[],
  { say, signal, file }: Running,
): Promise<Results> {
  const rows: Row[] = [];
  const failed: { part: string; why: string }[] = [];
  // Nobody waits for a part to tidy up that ends with the process anyway.
  const { promise: interruption, reject } = Promise.withResolvers<never>();
  interruption.catch(() => {});
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  for (const [part, measure] of parts) {
    if (signal.aborted) break;
    const started = performance.now();
    const failing = new AbortController();
    const either = AbortSignal.any([signal, failing.signal]);
    try {
      const measuring = measure(either, (why) => failing.abort(new Error(why)));
      rows.push(...(await Promise.race([measuring, interruption])));
    } catch (error) {
      const why = signal.aborted
        ? 'interrupted'
        : messageOf(either.aborted ? either.reason : error);
      failed.push({ part, why });
      say(`FAILED ${part}: ${why}`);
    }
    say(`${part} took ${((performance.now() - started) / 1_000).toFixed(0)} s`);
    await writeResults(file, { rows, failed });
  }
  return { rows, failed };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
