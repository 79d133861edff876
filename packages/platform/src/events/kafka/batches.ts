import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  EachBatchHandler,
  EachBatchPayload,
  KafkaMessage,
  OffsetsByTopicPartition,
  TopicPartitionOffset,
} from 'kafkajs';
import type { Logger } from '../../telemetry/log.ts';
import { type Backoff, openBackoff } from '../../time/backoff.ts';
import {
  BATCH_SIZE_MAX,
  type Headers,
  type OnBatch,
  partitionName,
  type ReceivedRecord,
  type SubscribeOptions,
} from '../event-log.ts';

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
 * Handles a fetched batch in bounded parts. After a part that fails its partition is not fetched for a while, then from
 * that part on: kafkajs fetches nothing more from a broker while any batch of it is being handled, and an error
 * thrown to it would make the member rejoin or crash.
 */
export function eachBatchBy(onBatch: OnBatch, options: Options): EachBatchHandler {
  const { commits, stop } = options;
  const backoffs = new Map<string, Backoff>();
  return async (payload) => {
    const { batch, resolveOffset, commitOffsetsIfNecessary } = payload;
    const { topic, partition, messages } = batch;
    for (let start = 0; start < messages.length; start += BATCH_SIZE_MAX) {
      const records = messages
        .slice(start, start + BATCH_SIZE_MAX)
        .map((message) => toRecord(topic, partition, message));
      if (!(await handled(records, { payload, onBatch, backoffs, ...options }))) return;
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
  readonly payload: Pick<
    EachBatchPayload,
    'batch' | 'isRunning' | 'isStale' | 'heartbeat' | 'pause'
  >;
  readonly onBatch: OnBatch;
  /** Of partitions whose last part failed. */
  readonly backoffs: Map<string, Backoff>;
};

/** False when the part failed, the partition was reassigned or the subscription is closed. */
async function handled(
  records: readonly ReceivedRecord[],
  { payload, onBatch, backoffs, mayHandle, stop, abandon }: Needs,
): Promise<boolean> {
  if (!payload.isRunning() || payload.isStale() || stop.aborted) return false;
  const name = partitionName(payload.batch);
  await using heart = beating(payload.heartbeat, abandon);
  try {
    if (!(await mayHandle())) return false;
    await onBatch(records);
    backoffs.delete(name);
    return true;
  } catch {
    const backoff = backoffs.get(name) ?? openBackoff(RETRY);
    backoffs.set(name, backoff);
    setTimeout(payload.pause(), backoff.nextMs()).unref();
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
    publishedAt: new Date(Number(message.timestamp)),
  };
}

function textHeaders(headers: KafkaMessage['headers'] = {}): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]),
  );
}

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

/** Bounds what a killed process has handled without committing it; that is delivered again. */
const COMMIT_EVERY_MS = 500;

type Commit = (offsets: OffsetsByTopicPartition) => Promise<void>;

type CommitOptions = Pick<SubscribeOptions, 'group' | 'beforeOffsets'> & { readonly log: Logger };

type Commits = Disposable & {
  /** Everything of the partition before `offset` is handled; `commit` commits that. */
  handled(position: TopicPartitionOffset, commit: Commit): void;
  /** Resolves when everything handled so far is committed, or the commit failed. */
  flush(): Promise<void>;
  /** The group was joined again: positions come from the broker. */
  forget(): void;
};

/**
 * Commits offsets in the background. kafkajs would wait for a commit after each batch before it
 * fetches again. The inbox ignores what is delivered again after a crash.
 */
export function openCommits({ group, log, beforeOffsets }: CommitOptions): Commits {
  const waiting = new Map<string, TopicPartitionOffset>();
  let commit: Commit | null = null;
  let generation = 0;
  let isFailing = false;
  let last: Promise<void> = Promise.resolve();

  async function commitWaiting(): Promise<void> {
    if (waiting.size === 0) return;
    const positions = [...waiting.values()];
    const since = generation;
    waiting.clear();
    try {
      await beforeOffsets?.();
      // The group was joined again meanwhile: a partition may be another member's by now.
      if (since !== generation) return;
      await commit?.({ topics: byTopic(positions) });
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err, group }, 'offsets could not be committed, retrying');
      isFailing = true;
      if (since === generation) addOlder(waiting, positions);
    }
  }

  function flush(): Promise<void> {
    last = last.then(commitWaiting);
    return last;
  }

  const timer = setInterval(flush, COMMIT_EVERY_MS);
  return {
    handled(position, by) {
      commit = by;
      waiting.set(partitionName(position), position);
    },
    flush,
    forget() {
      generation += 1;
      waiting.clear();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Keeps newer positions of the same partitions. */
function addOlder(
  waiting: Map<string, TopicPartitionOffset>,
  positions: readonly TopicPartitionOffset[],
): void {
  for (const position of positions) {
    const name = partitionName(position);
    if (!waiting.has(name)) waiting.set(name, position);
  }
}

function byTopic(positions: readonly TopicPartitionOffset[]): OffsetsByTopicPartition['topics'] {
  return [...Map.groupBy(positions, ({ topic }) => topic)].map(([topic, partitions]) => ({
    topic,
    partitions: partitions.map(({ partition, offset }) => ({ partition, offset })),
  }));
}
