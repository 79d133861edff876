import { isCircuitOpen, PixError, type PixErrorKind } from '@entrada/pix/client/pix-error';
import { AppError, type ErrorCode } from '@entrada/platform/errors/app-error';
import type { Logger } from '@entrada/platform/telemetry/log';

/** A charge is asked for under an id of our own making: a bank that refuses it is as good as away. */
const CODE: Record<PixErrorKind, ErrorCode> = {
  'not-found': 'BAD_UPSTREAM',
  rejected: 'BAD_UPSTREAM',
  'bad-reply': 'BAD_UPSTREAM',
  unavailable: 'UNAVAILABLE',
  timeout: 'TIMEOUT',
};

/** Runs a call to the bank; whatever it fails with is told to our callers in the same words. */
export function bankErrors(log: Logger) {
  return async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      // A bank that is left alone fails as often as it is asked: that is no news.
      const level = isCircuitOpen(error) ? 'debug' : 'warn';
      log[level]({ err: error, operation, outcome: error.kind }, 'bank call failed');
      throw new AppError(CODE[error.kind], 'Payment provider unavailable', {
        reason: 'provider_unavailable',
        cause: error,
      });
    }
  };
}
