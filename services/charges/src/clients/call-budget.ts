import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable } from '@entrada/platform/errors/app-error';
import { timeLeftMs } from '@entrada/platform/grpc/call-context';
import type { Logger } from '@entrada/platform/telemetry/log';
import { atMost } from '@entrada/platform/time/backoff';
import { bankUnavailable } from '../domain/bank-unavailable.ts';

type Options = { readonly perSecond: number; readonly nowMs: () => number };

/** A bucket that fills steadily and holds one second's worth. True: go ahead. */
export function openCallBudget({ perSecond, nowMs }: Options): () => boolean {
  let left = perSecond;
  let filledAtMs = nowMs();
  return () => {
    const atMs = nowMs();
    left = Math.min(perSecond, left + ((atMs - filledAtMs) / 1000) * perSecond);
    filledAtMs = atMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

/** For work in the background, which waits for its budget. */
export function openCallPace(options: Options): () => Promise<void> {
  const mayCall = openCallBudget(options);
  return async () => {
    while (!mayCall()) await delay(1000 / options.perSecond);
  };
}

/** Waits for shared work only until the deadline of this caller; the work goes on for the others. */
export function withinDeadline(limitMs: number) {
  return async <T>(work: Promise<T>): Promise<T> => {
    if (!(await atMost(timeLeftMs(limitMs), work))) throw bankUnavailable('TIMEOUT');
    return work;
  };
}

/** Reserved of the caller's time for the reply itself. */
const REPLY_MARGIN_MS = 300;
/** A client that waits longer than this for a refund learns the rest from its status. */
const WAIT_MAX_MS = 8_000;

/** Waits for work that goes on without its caller; a failure of it is logged and not the caller's. */
export function orElse(log: Logger) {
  return async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
    const waitMs = timeLeftMs(WAIT_MAX_MS) - REPLY_MARGIN_MS;
    const safe = work.catch((err: unknown) => {
      const level = isUnavailable(err) ? 'warn' : 'error';
      log[level]({ err }, 'refund delayed, continuing in the background');
      return otherwise;
    });
    return (await atMost(Math.max(1, waitMs), safe)) ? safe : otherwise;
  };
}
