import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { AppError } from '@entrada/platform/errors/app-error';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import { overloadRefusals } from '../../metrics/gateway-metrics.ts';

const RESOLUTION_MS = 10;
const CHECK_EVERY_MS = 500;
const NS_PER_MS = 1_000_000;
/** Requests in progress; more would only wait for each other. */
const IN_FLIGHT_MAX = 10_000;
/** On a machine that is always busy a lag is overload, not the start. */
const START_MAX_MS = 15_000;

type Limits = {
  /** Mean delay of the event loop above which the process lags. */
  readonly delayMaxMs: number;
  /** With fewer requests in progress it refuses none. */
  readonly requestsMin: number;
};

export type OverloadGuard = Disposable & {
  /** Throws when overloaded; an admitted request counts until its reply is closed. */
  admit(response: ServerResponse): void;
};

/**
 * Refuses early: while this process lags, a request that is refused at once can be sent to another
 * replica, and the admitted ones are answered in time. A process that lags with few requests in
 * progress lacks a processor that others use; it answers those late rather than not at all. The lag
 * of its own start is not counted: instead the process is ready only after half a second without.
 */
export function guardOverload(
  { delayMaxMs, requestsMin }: Limits,
  { metrics, health }: Pick<Runtime, 'metrics' | 'health'>,
): OverloadGuard {
  const refused = overloadRefusals(metrics);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const settled = Promise.withResolvers<void>();
  const startedBy = performance.now() + START_MAX_MS;
  let isStarting = true;
  let isLagging = false;
  let inFlight = 0;
  const timer = setInterval(() => {
    // The mean over half a second tolerates one long pause, for example of the garbage collector.
    if (delays.count > 0) isLagging = delays.mean / NS_PER_MS - RESOLUTION_MS > delayMaxMs;
    delays.reset();
    if (!isLagging || performance.now() > startedBy) {
      isStarting = false;
      settled.resolve();
    }
  }, CHECK_EVERY_MS);
  timer.unref();
  health.warm('event loop', () => settled.promise);
  return {
    admit(response) {
      const isBusy = isLagging && !isStarting && inFlight >= requestsMin;
      if (isBusy || inFlight >= IN_FLIGHT_MAX) {
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
