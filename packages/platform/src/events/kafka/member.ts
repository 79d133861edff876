import type { TopicPartitionOffset } from 'kafkajs';
import type { Logger } from '../../telemetry/log.ts';
import { atMost, openBackoff, pause } from '../../time/backoff.ts';
import type { OnBatch, SetBack } from '../event-log.ts';
import { disconnected, type KafkaClient } from './client.ts';
import { openCommits } from './commits.ts';
import { eachBatchBy } from './each-batch.ts';
import { mergeBatches } from './merged-batches.ts';
import { asAdmin } from './probe.ts';

/**
 * The broker answers a fetch as soon as there is one byte, so this does not delay records. An idle member
 * sends heartbeats and stops only between two fetches: this bounds how late it notices a rebalance or leaves,
 * so it must be far below SESSION_TIMEOUT_MS. A fetch costs both sides a millisecond of CPU even without records.
 */
const FETCH_WAIT_MAX_MS = 500;
const FETCH_BYTES_MIN = 1;
/** How soon a dead member is detected: the minimum of a broker's default configuration. */
const SESSION_TIMEOUT_MS = 6_000;
/** Partitions that are handled concurrently, so that they can be merged (see merged-batches.ts). */
const PARTITIONS_MERGED_MAX = 64;
const REBALANCE_TIMEOUT_MS = 30_000;
const HEARTBEAT_EVERY_MS = 1_000;
const LAST_COMMIT_MAX_MS = 2_000;
const RETRY = { firstMs: 100, maxMs: 3_000 } as const;

type Options = {
  readonly connect: () => KafkaClient;
  readonly log: Logger;
  readonly group: string;
  readonly topics: readonly string[];
  readonly setBack: SetBack | undefined;
  readonly onBatch: OnBatch;
  readonly stop: AbortSignal;
  readonly onAssigned: (partitions: Readonly<Record<string, number[]>> | null) => void;
};

/** Takes part in the group until `stop`; throws when kafkajs gives up. */
export async function takePart(options: Options): Promise<void> {
  const { connect, log, group, topics, onBatch, stop, onAssigned } = options;
  const client = connect();
  const consumer = client.kafka.consumer({
    groupId: group,
    allowAutoTopicCreation: false,
    sessionTimeout: SESSION_TIMEOUT_MS,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_EVERY_MS,
    maxWaitTimeInMs: FETCH_WAIT_MAX_MS,
    minBytes: FETCH_BYTES_MIN,
    // kafkajs would restart without end, or stop silently; supervise.ts counts crashes instead.
    retry: { restartOnFailure: async () => false },
  });
  let joins = 0;
  let mayHandle = Promise.resolve(true);
  const ended = Promise.withResolvers<void>();
  const abandon = new AbortController();
  consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
  using commits = openCommits({ group, log });
  // The members that take over the partitions must start after what was handled here.
  consumer.on(consumer.events.REBALANCING, () => void commits.flush());
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    commits.forget();
    joins += 1;
    const join = joins;
    mayHandle = startWhereReaderIs({
      ...options,
      assigned: payload.memberAssignment,
      isCurrent: () => join === joins,
      async moveTo(positions) {
        await consumer.commitOffsets([...positions]);
        ended.resolve();
      },
    });
    onAssigned(payload.memberAssignment);
  });
  const onStop = () => ended.resolve();
  stop.addEventListener('abort', onStop);
  ended.promise.catch(() => {});
  try {
    await consumer.connect();
    // Without fromBeginning a new group would skip existing records.
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      // Only handled records are acknowledged, not all that were passed to the handler.
      eachBatchAutoResolve: false,
      autoCommit: false,
      eachBatch: eachBatchBy(mergeBatches(onBatch), {
        commits,
        mayHandle: () => mayHandle,
        stop,
        abandon: abandon.signal,
      }),
      partitionsConsumedConcurrently: PARTITIONS_MERGED_MAX,
    });
    if (stop.aborted) return;
    await ended.promise;
  } finally {
    stop.removeEventListener('abort', onStop);
    onAssigned(null);
    await atMost(LAST_COMMIT_MAX_MS, commits.flush());
    if (!(await disconnected(consumer, client))) abandon.abort();
  }
}

type Start = Pick<Options, 'connect' | 'log' | 'group' | 'setBack' | 'stop'> & {
  readonly assigned: Readonly<Record<string, number[]>>;
  readonly isCurrent: () => boolean;
  /** Commits the positions and leaves the group: the member that joins next starts there. */
  readonly moveTo: (positions: readonly TopicPartitionOffset[]) => Promise<void>;
};

/** Retries until it is known where to read. False when this member must not handle what it has fetched. */
async function startWhereReaderIs(start: Start): Promise<boolean> {
  const { log, group, stop, isCurrent } = start;
  const backoff = openBackoff(RETRY);
  while (isCurrent() && !stop.aborted) {
    try {
      return !(await isSetBack(start));
    } catch (err) {
      log.warn({ err, group }, 'positions could not be compared, retrying');
      await pause(backoff.nextMs(), stop);
    }
  }
  return false;
}

async function isSetBack({ connect, group, setBack, assigned, moveTo }: Start): Promise<boolean> {
  const topics = Object.keys(assigned);
  if (!setBack || topics.length === 0) return false;
  const committed = await asAdmin(connect, (admin) =>
    admin.fetchOffsets({ groupId: group, topics }),
  );
  const back = await setBack(
    committed.flatMap(({ topic, partitions }) =>
      partitions
        .filter(({ partition }) => assigned[topic]?.includes(partition))
        .map(({ partition, offset }) => ({ topic, partition, nextOffset: offset })),
    ),
  );
  if (back.length === 0) return false;
  await moveTo(
    back.map(({ topic, partition, nextOffset }) => ({ topic, partition, offset: nextOffset })),
  );
  return true;
}
