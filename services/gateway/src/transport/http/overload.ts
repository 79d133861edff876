import { AppError } from '@entrada/platform/errors/app-error';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { Response } from 'express';
import { overloadRefusals } from '../../metrics/gateway-metrics.ts';
import { contextOf } from './request-context.ts';

const CHECK_EVERY_MS = 100;
/** Of requests whose reply has not ended, however idle everything is. */
const IN_FLIGHT_MAX = 10_000;
/** As many are answered within a second by a small machine; more are admitted as soon as that causes no delay. */
const LIMIT_AT_START = 200;
const INCREASE = 1.05;
const DECREASE = 0.8;
/** Most requests of this age wait for a bank or a payment, not for a processor. */
const COUNTED_MAX_MS = 1_000;
/** With a larger share of late replies services are overloaded, and not a single request slow. */
const LATE_SHARE_MAX = 0.05;
/** On a machine that is always busy a lag is overload, not the start. */
const START_MAX_MS = 15_000;

type Limits = {
  /** Delay of a timer above which the process lags. */
  readonly delayMaxMs: number;
  /** With fewer requests in progress it refuses none. */
  readonly requestsMin: number;
};

export type OverloadGuard = Disposable & {
  /** False when overloaded; an admitted request counts until its reply begins. */
  admit(response: Response): boolean;
};

/** What a refused request is answered with. One for all, because a stack trace costs more than the rest of a refusal. */
export const OVERLOADED = new AppError('UNAVAILABLE', 'Server is overloaded', {
  reason: 'overloaded',
});

/**
 * Refuses early: a request that is refused at once can be sent to another replica, and the admitted ones are answered
 * in time. The number of requests in progress is limited, and the limit follows the delay: it falls while this process
 * lags or services are unavailable or late, else it grows as far as it is used. The lag of its own start is not
 * counted: instead the process is ready only when it lags no more.
 */
export function guardOverload(
  { delayMaxMs, requestsMin }: Limits,
  { metrics, health }: Pick<Runtime, 'metrics' | 'health'>,
): OverloadGuard {
  const refused = overloadRefusals(metrics);
  const settled = Promise.withResolvers<void>();
  const startedBy = performance.now() + START_MAX_MS;
  let isStarting = true;
  let limit = LIMIT_AT_START;
  let open = 0;
  let replies = 0;
  let lateReplies = 0;
  /** With their times of arrival. */
  const inProgress = new Map<Response, number>();
  const watch = watchDelay((delayMs) => {
    const isLagging = delayMs > delayMaxMs;
    const now = performance.now();
    if (!isLagging || now > startedBy) {
      isStarting = false;
      settled.resolve();
    }
    forgetWaiting(now);
    adapt((isLagging && !isStarting) || lateReplies > replies * LATE_SHARE_MAX);
    const isIdle = open === 0 && replies === 0;
    replies = 0;
    lateReplies = 0;
    return isStarting || !isIdle;
  });
  watch.start();
  health.warm('event loop', () => settled.promise);

  function forgetWaiting(now: number): void {
    for (const [response, since] of inProgress) {
      if (response.headersSent || now - since > COUNTED_MAX_MS) inProgress.delete(response);
    }
  }

  function adapt(isDelayed: boolean): void {
    const used = inProgress.size;
    if (isDelayed) limit = Math.max(requestsMin, Math.min(limit, used) * DECREASE);
    else if (used > limit / 2) limit = Math.min(IN_FLIGHT_MAX, limit * INCREASE + 1);
  }

  return {
    admit(response) {
      if (inProgress.size >= limit || open >= IN_FLIGHT_MAX) {
        refused.inc();
        return false;
      }
      watch.start();
      inProgress.set(response, performance.now());
      open += 1;
      response.on('close', () => {
        inProgress.delete(response);
        open -= 1;
        replies += 1;
        const { errorReason } = contextOf(response);
        if (errorReason === 'unavailable' || errorReason === 'timeout') lateReplies += 1;
      });
      return true;
    },
    [Symbol.dispose]: watch.stop,
  };
}

/** Gives the delay of a timer to `check` until that returns false: an idle process would wake ten times a second for it. */
function watchDelay(check: (delayMs: number) => boolean) {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    stop,
    start(): void {
      if (timer) return;
      let checkedAt = performance.now();
      timer = setInterval(() => {
        const now = performance.now();
        const delayMs = now - checkedAt - CHECK_EVERY_MS;
        checkedAt = now;
        if (!check(delayMs)) stop();
      }, CHECK_EVERY_MS).unref();
    },
  };
}
