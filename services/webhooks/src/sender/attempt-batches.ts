import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '@entrada/platform/telemetry/log';
import { openBackoff, pause } from '@entrada/platform/time/backoff';
import type { Attempt } from '../domain/delivery.ts';

const BATCH_SIZE_MAX = 500;
/** How long a result waits for others to be recorded with it. */
const LINGER_MS = 20;
/** Well within the margin of a lease: a delivery whose lease expires unrecorded is sent again. */
const WAIT_MAX_MS = 1_000;
const UNRECORDED_MAX = 2_000;
const RETRY = { firstMs: 50, maxMs: 1_000 } as const;

type Options = {
  readonly record: (attempts: readonly Attempt[]) => Promise<void>;
  readonly now: () => number;
  readonly log: Logger;
  /** Once aborted, a batch that cannot be written is given up. */
  readonly giveUp: AbortSignal;
};

/**
 * Records the results of attempts in batches. A batch that fails is retried; a delivery whose result
 * is never recorded is sent again when its lease expires.
 */
export function openAttemptBatches(options: Options) {
  const { record, now, log, giveUp } = options;
  const underWay = new Set<number>();
  const waiting: Attempt[] = [];
  const addedAt: number[] = [];
  let isWriting = false;
  let writing = Promise.resolve();
  /** A batch is of many deliveries: it is recorded in the trace and under the request ids of none. */
  const apart = AsyncLocalStorage.snapshot();

  async function write(): Promise<void> {
    const backoff = openBackoff(RETRY);
    while (waiting.length > 0) {
      if (waiting.length < BATCH_SIZE_MAX) await pause(LINGER_MS, giveUp);
      const batch = waiting.slice(0, BATCH_SIZE_MAX);
      try {
        await record(batch);
        forget(batch);
        backoff.reset();
      } catch (err) {
        log.warn({ err, attempts: batch.length }, 'attempts could not be recorded, retrying');
        if (giveUp.aborted) break;
        await pause(backoff.nextMs(), giveUp);
      }
    }
    isWriting = false;
  }

  function forget(recorded: readonly Attempt[]): void {
    waiting.splice(0, recorded.length);
    addedAt.splice(0, recorded.length);
    for (const { deliveryId } of recorded) underWay.delete(deliveryId);
  }

  return {
    /** An attempt begins; its delivery is under way until the result is recorded. */
    begin: (deliveryId: number) => void underWay.add(deliveryId),
    isUnderWay: (deliveryId: number) => underWay.has(deliveryId),
    /** The attempt ended without a result. */
    drop: (deliveryId: number) => void underWay.delete(deliveryId),
    add(attempt: Attempt): void {
      waiting.push(attempt);
      addedAt.push(now());
      if (isWriting) return;
      isWriting = true;
      writing = apart(write);
    },
    /** Whether so many results wait, or for so long, that nothing more should be sent. */
    isBehind: () => waiting.length > UNRECORDED_MAX || now() - (addedAt[0] ?? now()) > WAIT_MAX_MS,
    /** Resolves when everything that was added is recorded or given up. */
    written: () => writing,
  };
}
