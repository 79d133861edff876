import { setTimeout as delay } from 'node:timers/promises';

const TRY_EVERY_MS = 10;
const WAIT_MAX_MS = 10_000;

/** Asks until the answer is there; the last failure explains why it never was. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  waitMaxMs = WAIT_MAX_MS,
): Promise<NonNullable<T>> {
  const giveUpAt = Date.now() + waitMaxMs;
  for (;;) {
    let why: unknown = new Error('it never happened');
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      why = error;
    }
    if (Date.now() > giveUpAt) throw new Error(`not within ${waitMaxMs} ms`, { cause: why });
    await delay(TRY_EVERY_MS);
  }
}
