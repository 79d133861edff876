import { withDeadline } from '@entrada/platform/grpc/deadline';

/** A missing part is reported as missing; it must not delay the others. */
const PART_TIMEOUT_MS = 2_000;

/** For the part of a reply that one of several services gives. */
export function inPartTime<T>(ask: () => Promise<T>): Promise<T> {
  return withDeadline(Date.now() + PART_TIMEOUT_MS, ask);
}
