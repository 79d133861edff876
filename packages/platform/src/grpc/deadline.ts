import { AsyncLocalStorage } from 'node:async_hooks';

/** Subtracted on each hop, so that our error arrives before the caller's own deadline. */
const MARGIN_MS = 50;

const current = new AsyncLocalStorage<number>();

/** Runs `work` with the deadline of its caller; every call made in it inherits the deadline. */
export function withDeadline<T>(deadlineMs: number, work: () => T): T {
  const inherited = current.getStore() ?? Number.POSITIVE_INFINITY;
  return current.run(Math.min(inherited, deadlineMs), work);
}

/** Replaces the deadline, for work that may outlast its request, such as a long poll. */
export function withNewDeadline<T>(deadlineMs: number, work: () => T): T {
  return current.run(deadlineMs, work);
}

/** The timeout of a call made now: its own limit, or the time that the caller has left. */
export function timeLeftMs(limitMs: number): number {
  const deadlineMs = current.getStore();
  if (deadlineMs === undefined) return limitMs;
  return Math.max(1, Math.min(limitMs, deadlineMs - Date.now() - MARGIN_MS));
}
