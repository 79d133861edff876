import { AsyncLocalStorage } from 'node:async_hooks';

/** Kept back on each hop, so that the caller hears our error before its own clock runs out. */
const MARGIN_MS = 50;

const current = new AsyncLocalStorage<number>();

/** Runs `work` with the time by which its caller needs the answer; everything it calls inherits it. */
export function withDeadline<T>(deadlineMs: number, work: () => T): T {
  const inherited = current.getStore() ?? Number.POSITIVE_INFINITY;
  return current.run(Math.min(inherited, deadlineMs), work);
}

/** Like `withDeadline`, for work that may outlast the request it began in, such as a long wait. */
export function withNewDeadline<T>(deadlineMs: number, work: () => T): T {
  return current.run(deadlineMs, work);
}

/** How long a call may take that is made now: its own limit, or what the caller has left. */
export function timeLeftMs(limitMs: number): number {
  const deadlineMs = current.getStore();
  if (deadlineMs === undefined) return limitMs;
  return Math.max(1, Math.min(limitMs, deadlineMs - Date.now() - MARGIN_MS));
}
