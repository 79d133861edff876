import { openBackoff, pause } from '../../time/backoff.ts';
import { isOutage } from './outage.ts';

const RESTARTS_MAX = 3;
/** After a run of this length earlier crashes no longer count. */
const STEADY_AFTER_MS = 60_000;
const RETRY = { firstMs: 100, maxMs: 3_000 } as const;

type Options = {
  readonly run: () => Promise<void>;
  readonly ready: () => Promise<void>;
  readonly onCrash: (error: unknown) => void;
  readonly stop: AbortSignal;
};

/**
 * Restarts `run` after each crash until `stop` is aborted. False when it crashed too often; crashes
 * caused by an outage of the brokers do not count.
 */
export async function supervise({ run, ready, onCrash, stop }: Options): Promise<boolean> {
  const backoff = openBackoff(RETRY);
  let crashes = 0;
  while (!stop.aborted) {
    const startedAt = Date.now();
    try {
      await run();
    } catch (error) {
      onCrash(error);
      if (Date.now() - startedAt > STEADY_AFTER_MS) {
        crashes = 0;
        backoff.reset();
      }
      if (!isOutage(error)) crashes += 1;
    }
    if (crashes > RESTARTS_MAX) return false;
    await pause(backoff.nextMs(), stop);
    await ready();
  }
  return true;
}
