import type { EachBatchHandler, EachBatchPayload, KafkaMessage } from 'kafkajs';
import { openBackoff, pause } from '../../time/backoff.ts';
import { BATCH_SIZE_MAX, type Headers, type OnBatch, type ReceivedRecord } from '../event-log.ts';
import type { Commits } from './commits.ts';

/** Shorter than the heartbeat interval of kafkajs, which ignores calls that come too early. */
const HEARTBEAT_EVERY_MS = 500;
const RETRY = { firstMs: 50, maxMs: 5_000 } as const;

type Options = {
  readonly commits: Commits;
  /** Resolves to true when the partitions of this member are read from where the reader's database is. */
  readonly mayHandle: () => Promise<boolean>;
  readonly stop: AbortSignal;
  /** Aborted when a handler did not end after `stop`: its heartbeats stop, so that the group drops it. */
  readonly abandon: AbortSignal;
};

/**
 * Handles a fetched batch in bounded parts. A part that fails is retried here, inside the group: an
 * error thrown to kafkajs would make the member rejoin or crash.
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
    // A member that leaves commits its last batch first, so that it is not delivered again.
    if (stop.aborted) await commits.flush();
  };
}

type Needs = Omit<Options, 'commits'> & {
  readonly payload: Pick<EachBatchPayload, 'isRunning' | 'isStale' | 'heartbeat'>;
  readonly onBatch: OnBatch;
};

/** False when the partition was reassigned or the subscription is closed. */
async function handled(
  records: readonly ReceivedRecord[],
  { payload, onBatch, mayHandle, stop, abandon }: Needs,
): Promise<boolean> {
  const backoff = openBackoff(RETRY);
  await using heart = beating(payload.heartbeat, abandon);
  const until = AbortSignal.any([stop, heart.stopped]);
  while (payload.isRunning() && !payload.isStale() && !until.aborted) {
    try {
      if (!(await mayHandle())) return false;
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
 * Sends heartbeats while a batch is handled: a handler slower than the session timeout would get the
 * same batch again and again. Stops when the group has dropped this member, with the error that
 * makes kafkajs join again.
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
