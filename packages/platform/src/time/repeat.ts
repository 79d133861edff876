import type { Runtime } from '../runtime/runtime.ts';
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
  { log }: Pick<Runtime, 'log'>,
): AsyncDisposable {
  const stop = new AbortController();
  const runOnce = async (): Promise<boolean> => {
    try {
      return await work();
    } catch (err) {
      log.warn({ err, job: name }, 'job failed, retrying');
      return false;
    }
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      const isMore = await runOnce();
      if (!isMore) await pause(everyMs, stop.signal);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await atMost(STOP_MAX_MS, running);
    },
  };
}
