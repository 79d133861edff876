import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '@entrada/platform/errors/app-error';

const RESOLUTION_MS = 10;
const LOOK_EVERY_MS = 500;
const NS_PER_MS = 1_000_000;
/** Requests that are being answered at the same time; more would only wait for each other. */
const IN_FLIGHT_MAX = 10_000;

export type OverloadGuard = Disposable & {
  /** Throws when it is too much; a request that is let in counts until its reply is closed. */
  admit(response: ServerResponse): void;
};

/**
 * Says no early: while this process lags behind, a request that is refused at once can be made
 * elsewhere, and those that were let in are answered in time.
 */
export function guardOverload(delayMaxMs: number): OverloadGuard {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let isLagging = false;
  let inFlight = 0;
  const timer = setInterval(() => {
    // The mean over half a second forgives one long pause, as of the garbage collector.
    if (delays.count > 0) isLagging = delays.mean / NS_PER_MS - RESOLUTION_MS > delayMaxMs;
    delays.reset();
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    admit(response) {
      if (isLagging || inFlight >= IN_FLIGHT_MAX) {
        throw new AppError('UNAVAILABLE', 'Server is overloaded', { reason: 'overloaded' });
      }
      inFlight += 1;
      response.on('close', () => {
        inFlight -= 1;
      });
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
