import { isTemporary, pause, pauseBefore } from './retry.ts';

/** How long the API is asked to wait for news in one request. */
export const POLL_SECONDS = 25;
/** Beyond what the API waits. */
const ANSWER_MAX_MS = 15_000;
/** What the API asks for is kept, but not by mistake for days. */
const PAUSE_MAX_MS = 3_600_000;
/** Between two requests, where the API answers at once without news. */
const PACE_MS = 1_000;

export function pollTimeoutMs(waitSeconds: number): number {
  return waitSeconds * 1_000 + ANSWER_MAX_MS;
}

/** Reads once the API answers: an outage ends no wait. It ends by the signal alone. */
export async function readThroughOutage<T>(
  read: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await read();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await pause(outagePauseMs(error, failures), signal);
    }
  }
}

export function outagePauseMs(error: unknown, failures: number): number {
  return Math.min(pauseBefore(error, failures), PAUSE_MAX_MS);
}

/** What is left of the pause between two requests, since the last one was begun. */
export async function keepPace(begunAt: number, signal: AbortSignal | undefined): Promise<void> {
  await pause(Math.max(0, begunAt + PACE_MS - performance.now()), signal);
}
