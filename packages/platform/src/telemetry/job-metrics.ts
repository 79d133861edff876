import { Gauge, type Registry } from 'prom-client';
import { metricOf } from './metric-of.ts';

/** A job may miss two runs, and one that runs often may be slow for a while. */
const RUNS_MISSED_MAX = 3;
const MAX_AGE_MIN_MS = 5 * 60_000;

export type Finished = (job: string, everyMs: number) => void;

/** When each job last ran to its end, and how old that may become: an alert compares the two. */
export function jobMetrics(metrics: Registry): Finished {
  const gauge = (name: string, help: string) =>
    metricOf(metrics, name, (base) => new Gauge({ ...base, help, labelNames: ['job'] as const }));
  const lastSuccess = gauge(
    'job_last_success_timestamp_seconds',
    'When this process last finished a job; jobs are shared, so take the latest of all replicas',
  );
  const maxAge = gauge(
    'job_success_max_age_seconds',
    'How long ago the last success of a job may be before somebody should look',
  );
  return (job, everyMs) => {
    lastSuccess.set({ job }, Date.now() / 1_000);
    maxAge.set({ job }, Math.max(MAX_AGE_MIN_MS, everyMs * RUNS_MISSED_MAX) / 1_000);
  };
}
