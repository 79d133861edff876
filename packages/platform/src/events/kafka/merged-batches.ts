import { setImmediate as nextTurn } from 'node:timers/promises';
import { BATCH_SIZE_MAX, type OnBatch, type ReceivedRecord } from '../event-log.ts';

type Part = {
  readonly records: readonly ReceivedRecord[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/**
 * kafkajs delivers each partition separately, and one transaction for each would mostly wait. Here
 * parts that arrive together, or while others are handled, form one batch. When it fails, its parts
 * are handled one by one, so that a bad one delays only itself.
 */
export function mergeBatches(onBatch: OnBatch): OnBatch {
  const waiting: Part[] = [];
  let isHandling = false;

  async function handleWaiting(): Promise<void> {
    while (waiting.length > 0) {
      // The other partitions of the same fetch arrive in this iteration of the event loop.
      await nextTurn();
      await handleParts(waiting.splice(0, countThatFit(waiting)), onBatch);
    }
    isHandling = false;
  }

  return (records) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push({ records, resolve, reject });
    if (!isHandling) {
      isHandling = true;
      void handleWaiting();
    }
    return promise;
  };
}

function countThatFit(parts: readonly Part[]): number {
  let size = 0;
  const tooMany = parts.findIndex(({ records }) => {
    size += records.length;
    return size > BATCH_SIZE_MAX;
  });
  return tooMany === -1 ? parts.length : Math.max(1, tooMany);
}

async function handleParts(parts: readonly Part[], onBatch: OnBatch): Promise<void> {
  if (parts.length > 1 && (await isHandled(parts, onBatch))) {
    for (const { resolve } of parts) resolve();
    return;
  }
  for (const { records, resolve, reject } of parts) await onBatch(records).then(resolve, reject);
}

async function isHandled(parts: readonly Part[], onBatch: OnBatch): Promise<boolean> {
  try {
    await onBatch(parts.flatMap(({ records }) => records));
    return true;
  } catch {
    return false;
  }
}
