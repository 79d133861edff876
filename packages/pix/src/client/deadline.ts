import { PixError } from './pix-error.ts';

/**
 * Runs work under one limit for connecting, sending, waiting and reading to the end, so that a response
 * that arrives byte by byte ends too. The timer is cleared as soon as the work is done;
 * AbortSignal.timeout would keep one alive for each finished call.
 */
export async function withDeadline<Result>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const expire = () =>
    controller.abort(new PixError('timeout', `The bank did not answer within ${timeoutMs} ms`));
  const giveUp = () =>
    controller.abort(new PixError('timeout', 'The caller stopped waiting', outer?.reason));

  if (outer?.aborted) giveUp();
  const timer = setTimeout(expire, timeoutMs);
  outer?.addEventListener('abort', giveUp, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', giveUp);
  }
}

/** Waits for a result shared with other callers, within the limit of this caller. */
export async function unlessAborted<Result>(
  shared: Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([shared, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
