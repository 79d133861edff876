import type { EachBatchHandler, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { openBackoff, pause } from '../backoff.ts';
import { BATCH_SIZE_MAX, type Headers, type OnBatch, type ReceivedRecord } from '../event-log.ts';
import type { Commits } from './commits.ts';

/** Shorter than kafkajs sends heartbeats, which ignores those that come too early. */
const HEARTBEAT_EVERY_MS = 500;
const RETRY = { firstMs: 50, maxMs: 5_000 } as const;

type Options = {
  readonly commits: Commits;
  readonly stop: AbortSignal;
  /** A handler that did not end after `stop`: the group must no longer count us in. */
  readonly abandon: AbortSignal;
};

/**
 * Handles a fetched batch in bounded parts. A part that is refused is tried again here, inside the
 * group: thrown to kafkajs it would make the member leave and join, or crash.
 */
export function eachBatchBy(onBatch: OnBatch, options: Options): EachBatchHandler {
  const { commits, stop } = options;
  return async (payload) => {
    const { batch, resolveOffset, commitOffsetsIfNecessary } = payload;
    const { topic, partition, messages } = batch;
    for (let start = 0; start < messages.length; start += BATCH_SIZE_MAX) {
      const records = messages
        .slice(start, start + BATCH_SIZE_MAX)
        .map((message) => toRecord(topic, partition, message));
      if (!(await handled(records, { payload, onBatch, ...options }))) return;
      const last = records.at(-1);
      if (!last) return;
      resolveOffset(last.offset);
      const offset = String(BigInt(last.offset) + 1n);
      commits.handled({ topic, partition, offset }, commitOffsetsIfNecessary);
    }
    // A member that leaves commits its last batch first, so that nobody handles it again.
    if (stop.aborted) await commits.flush();
  };
}

type Needs = Omit<Options, 'commits'> & {
  readonly payload: Pick<EachBatchPayload, 'isRunning' | 'isStale' | 'heartbeat'>;
  readonly onBatch: OnBatch;
};

/** False when the partition is no longer ours to handle, or the subscription is closed. */
async function handled(
  records: readonly ReceivedRecord[],
  { payload, onBatch, stop, abandon }: Needs,
): Promise<boolean> {
  const backoff = openBackoff(RETRY);
  await using heart = beating(payload.heartbeat, abandon);
  const until = AbortSignal.any([stop, heart.stopped]);
  while (payload.isRunning() && !payload.isStale() && !until.aborted) {
    try {
      await onBatch(records);
      return true;
    } catch {
      await pause(backoff.nextMs(), until);
    }
  }
  heart.stopped.throwIfAborted();
  return false;
}

/**
 * Keeps the membership alive while a batch takes its time: a handler slower than the session
 * timeout would be handed the same batch again and again. Stops when the group no longer counts
 * us in, with the error that tells kafkajs to join again.
 */
function beating(
  heartbeat: () => Promise<void>,
  abandon: AbortSignal,
): AsyncDisposable & { stopped: AbortSignal } {
  const stopped = new AbortController();
  let lastBeat: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    lastBeat = heartbeat().catch((error: Error) => stopped.abort(error));
  }, HEARTBEAT_EVERY_MS);
  const stopBeating = () => clearInterval(timer);
  abandon.addEventListener('abort', stopBeating);
  return {
    stopped: stopped.signal,
    async [Symbol.asyncDispose]() {
      abandon.removeEventListener('abort', stopBeating);
      stopBeating();
      await lastBeat;
    },
  };
}

function toRecord(topic: string, partition: number, message: KafkaMessage): ReceivedRecord {
  return {
    topic,
    partition,
    offset: message.offset,
    key: message.key?.toString() ?? '',
    value: message.value ?? Buffer.alloc(0),
    headers: textHeaders(message.headers),
  };
}

function textHeaders(headers: KafkaMessage['headers'] = {}): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]),
  );
}
