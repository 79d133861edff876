import type { Runtime } from '../runtime/runtime.ts';
import { jobMetrics } from '../telemetry/metrics.ts';
import { atMost, pause } from './backoff.ts';

const STOP_MAX_MS = 5_000;

type Job = {
  readonly name: string;
  readonly everyMs: number;
  /** True when there is more work, so that the next run follows immediately. */
  readonly work: () => Promise<boolean>;
};

/** Runs work periodically until it is disposed. A failure is logged and does not stop it. */
export function repeat(
  { name, everyMs, work }: Job,
  { log, metrics, jobSpeed = 1 }: Pick<Runtime, 'log' | 'metrics' | 'jobSpeed'>,
): AsyncDisposable {
  const stop = new AbortController();
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
      if (!isMore) await pause(everyMs / jobSpeed, stop.signal);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await atMost(STOP_MAX_MS, running);
    },
  };
}
