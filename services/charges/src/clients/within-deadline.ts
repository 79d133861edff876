import { timeLeftMs } from '@entrada/platform/grpc/deadline';
import { bankUnavailable } from '../domain/bank-unavailable.ts';

/** Waits for shared work only until the deadline of this caller; the work goes on for the others. */
export function withinDeadline(limitMs: number) {
  return async <T>(work: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>();
    const expire = () => late.reject(bankUnavailable('TIMEOUT'));
    const timer = setTimeout(expire, timeLeftMs(limitMs));
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
