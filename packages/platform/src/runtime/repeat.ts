import { atMost, pause } from '../events/backoff.ts';
import type { Runtime } from './runtime.ts';

const STOP_MAX_MS = 5_000;

type Job = {
  readonly name: string;
  readonly everyMs: number;
  /** True when there is more to do at once. */
  readonly work: () => Promise<boolean>;
};

/** Runs work again and again until it is disposed. A failure is told and the next turn comes as usual. */
export function repeat(
  { name, everyMs, work }: Job,
  { log }: Pick<Runtime, 'log'>,
): AsyncDisposable {
  const stop = new AbortController();
  const turn = async (): Promise<boolean> => {
    try {
      return await work();
    } catch (err) {
      log.warn({ err, job: name }, 'job failed, it will be repeated');
      return false;
    }
  };
  const running = (async () => {
    while (!stop.signal.aborted) {
      const isMore = await turn();
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
