import { isUnavailable } from '@entrada/platform/errors/unavailable';
import { timeLeftMs } from '@entrada/platform/grpc/deadline';
import type { Logger } from '@entrada/platform/telemetry/log';

/** Reserved of the caller's time for the reply itself. */
const REPLY_MARGIN_MS = 300;
/** A client that waits longer than this for a refund learns the rest from its status. */
const WAIT_MAX_MS = 8_000;

/** Waits for work that goes on without its caller; a failure of it is logged and not the caller's. */
export function orElse(log: Logger) {
  return async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
    const late = Promise.withResolvers<T>();
    const waitMs = timeLeftMs(WAIT_MAX_MS) - REPLY_MARGIN_MS;
    const timer = setTimeout(() => late.resolve(otherwise), Math.max(1, waitMs));
    const safe = work.catch((err: unknown) => {
      const level = isUnavailable(err) ? 'warn' : 'error';
      log[level]({ err }, 'refund delayed, continuing in the background');
      return otherwise;
    });
    try {
      return await Promise.race([safe, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
