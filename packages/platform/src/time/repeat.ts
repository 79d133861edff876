import type { Runtime } from '../runtime/runtime.ts';
import { jobMetrics } from '../telemetry/metrics.ts';
import { atMost, pause } from './backoff.ts';

const STOP_MAX_MS = 5_000;
/** However fast tests want a job: a look costs a statement or more. */
const PAUSE_MIN_MS = 50;
/** Each round of a figure costs its statements, so tests speed these up less. */
const FIGURE_SPEED_MAX = 15;

type Job = {
  readonly name: string;
  readonly everyMs: number;
  /** It measures or sums up, every time: it does not look for work that somebody waits for. */
  readonly isFigure?: boolean;
  /** True when there is more work, so that the next run follows immediately. */
  readonly work: () => Promise<boolean>;
};

/** Runs work periodically until it is disposed. A failure is logged and does not stop it. */
export function repeat(
  { name, everyMs, work, isFigure = false }: Job,
  { log, metrics, jobSpeed = 1 }: Pick<Runtime, 'log' | 'metrics' | 'jobSpeed'>,
): AsyncDisposable {
  const stop = new AbortController();
  const speed = isFigure ? Math.min(FIGURE_SPEED_MAX, jobSpeed) : jobSpeed;
  const pauseMs = Math.max(everyMs / speed, Math.min(everyMs, PAUSE_MIN_MS));
  const finished = jobMetrics(metrics);
  // From the start on: a job that never succeeds becomes too old as well.
  finished(name, everyMs);
  const runOnce = async (): Promise<boolean> => {
    try {
      const isMore = await work();
      finished(name, everyMs);
      return isMore;
    } catch (err) {
      log.warn({ err, job: name }, 'job failed, retrying');
      return false;
    }
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      const isMore = await runOnce();
      if (!isMore) await pause(pauseMs, stop.signal);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await atMost(STOP_MAX_MS, running);
    },
  };
}
