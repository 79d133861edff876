import { isCircuitOpen, PixError, type PixErrorKind } from '@entrada/pix/client/pix-error';
import type { Logger } from '@entrada/platform/telemetry/log';
import { bankUnavailable } from '../domain/bank-unavailable.ts';

/** We choose the ids that the bank is asked with, so a refusal is the bank's failure, not the client's. */
const CODE = {
  'not-found': 'BAD_UPSTREAM',
  rejected: 'BAD_UPSTREAM',
  'bad-response': 'BAD_UPSTREAM',
  unavailable: 'UNAVAILABLE',
  timeout: 'TIMEOUT',
} as const satisfies Record<PixErrorKind, string>;

/** Runs a call to the bank. Clients read one message for every failure; the code tells which kind it was. */
export function bankErrors(log: Logger) {
  return async <T>(operation: string, call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof PixError)) throw error;
      // While the circuit is open every call fails: that is not logged each time.
      const level = isCircuitOpen(error) ? 'debug' : 'warn';
      log[level]({ err: error, operation, outcome: error.kind }, 'bank call failed');
      throw bankUnavailable(CODE[error.kind], error);
    }
  };
}
