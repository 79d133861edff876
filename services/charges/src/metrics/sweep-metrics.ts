import { Gauge, type Registry } from 'prom-client';
import type { Ports } from '../ports.ts';

const MEASURE_EVERY_MS = 5_000;

type Measured = {
  readonly watermarkAgeSeconds: number | null;
  readonly unclear: number;
  readonly windows: number;
};

/** Measured on a timer, so that no scrape waits for the database; absent while nothing is known. */
export function watchSweep(metrics: Registry, measure: () => Promise<Measured>): Disposable {
  const registers = [metrics];
  const age = new Gauge({
    name: 'sweep_watermark_age_seconds',
    help: 'Age of the time up to which received payments were swept',
    registers,
  });
  const unclear = new Gauge({
    name: 'payments_unclear',
    help: 'Payments that the bank reported and that could not be confirmed so far',
    registers,
  });
  const windows = new Gauge({
    name: 'bank_windows_unread',
    help: 'Parts of the bank list of payments that could not be read so far',
    registers,
  });
  const show = (gauge: Gauge, value: number | null) =>
    value === null ? gauge.remove() : gauge.set(value);
  const refresh = async (): Promise<void> => {
    const measured = await measure().catch(() => null);
    show(age, measured?.watermarkAgeSeconds ?? null);
    show(unclear, measured?.unclear ?? null);
    show(windows, measured?.windows ?? null);
  };
  show(age, null);
  show(unclear, null);
  show(windows, null);
  void refresh();
  const timer = setInterval(() => void refresh(), MEASURE_EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

export type Finished = (job: string) => void;

/** Says when each job last ran to its end. */
export function watchJobs(metrics: Registry): Finished {
  const finished = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When this process last finished a job; jobs are shared, so take the latest of all replicas',
    labelNames: ['job'] as const,
    registers: [metrics],
  });
  return (job) => finished.set({ job }, Date.now() / 1000);
}

/** A job that one replica does for all is finished where it was done, not where it was not due. */
export function countFinished(jobs: Ports['jobs'], finished: Finished): Ports['jobs'] {
  return {
    async take(name, options) {
      const job = await jobs.take(name, options);
      if (!job) return null;
      return {
        progress: job.progress,
        async finish(next) {
          await job.finish(next);
          finished(name);
        },
        [Symbol.asyncDispose]: () => job[Symbol.asyncDispose](),
      };
    },
  };
}
