import { openBackoff, pause } from '@entrada/platform/events/backoff';
import type { Logger } from '@entrada/platform/telemetry/log';
import type { Attempt } from '../../ports.ts';

const BATCH_SIZE_MAX = 500;
/** How long a result waits for others to be recorded with it. */
const LINGER_MS = 20;
const RETRY = { firstMs: 50, maxMs: 1_000 } as const;

type Options = {
  readonly record: (attempts: readonly Attempt[]) => Promise<void>;
  readonly log: Logger;
  /** From then on a batch that cannot be written is given up. */
  readonly lastTry: AbortSignal;
};

export type AttemptBatches = {
  add(attempt: Attempt): void;
  /** Not recorded yet. */
  size(): number;
  /** Resolves when all that was added is recorded or given up. */
  written(): Promise<void>;
};

/**
 * Records what came of the tries, as many at once as came in meanwhile. A
 * batch that fails is tried again; what is never recorded is sent again when its lease runs out.
 */
export function openAttemptBatches({ record, log, lastTry }: Options): AttemptBatches {
  const waiting: Attempt[] = [];
  let isWriting = false;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const backoff = openBackoff(RETRY);
    while (waiting.length > 0) {
      if (waiting.length < BATCH_SIZE_MAX) await pause(LINGER_MS, lastTry);
      const batch = waiting.slice(0, BATCH_SIZE_MAX);
      try {
        await record(batch);
        waiting.splice(0, batch.length);
        backoff.reset();
      } catch (err) {
        log.warn({ err, attempts: batch.length }, 'attempts could not be recorded');
        if (lastTry.aborted) break;
        await pause(backoff.nextMs(), lastTry);
      }
    }
    isWriting = false;
  }

  return {
    add(attempt) {
      waiting.push(attempt);
      if (isWriting) return;
      isWriting = true;
      writing = write();
    },
    size: () => waiting.length,
    written: () => writing,
  };
}
