import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Registry } from 'prom-client';
import { overloadRefusals } from '../../metrics/limit-metrics.ts';

const RESOLUTION_MS = 10;
const CHECK_EVERY_MS = 500;
const NS_PER_MS = 1_000_000;
/** Requests in progress; more would only wait for each other. */
const IN_FLIGHT_MAX = 10_000;

export type OverloadGuard = Disposable & {
  /** Throws when overloaded; an admitted request counts until its reply is closed. */
  admit(response: ServerResponse): void;
};

/**
 * Refuses early: while this process lags, a request that is refused at once can be sent to another
 * replica, and the admitted ones are answered in time.
 */
export function guardOverload(delayMaxMs: number, metrics: Registry): OverloadGuard {
  const refused = overloadRefusals(metrics);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let isLagging = false;
  let inFlight = 0;
  const timer = setInterval(() => {
    // The mean over half a second tolerates one long pause, for example of the garbage collector.
    if (delays.count > 0) isLagging = delays.mean / NS_PER_MS - RESOLUTION_MS > delayMaxMs;
    delays.reset();
  }, CHECK_EVERY_MS);
  timer.unref();
  return {
    admit(response) {
      if (isLagging || inFlight >= IN_FLIGHT_MAX) {
        refused.inc();
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
