import type { Logger } from '../../telemetry/log.ts';
import { atMost } from '../../time/backoff.ts';
import type { OnBatch } from '../event-log.ts';
import { disconnected, type KafkaClient } from './client.ts';
import { openCommits } from './commits.ts';
import { eachBatchBy } from './each-batch.ts';
import { mergeBatches } from './merged-batches.ts';

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

type Options = {
  readonly client: KafkaClient;
  readonly log: Logger;
  readonly group: string;
  readonly topics: readonly string[];
  readonly onBatch: OnBatch;
  readonly stop: AbortSignal;
  readonly onAssigned: (partitions: Readonly<Record<string, number[]>> | null) => void;
};

/** Takes part in the group until `stop`; throws when kafkajs gives up. */
export async function takePart(options: Options): Promise<void> {
  const { client, log, group, topics, onBatch, stop, onAssigned } = options;
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
  const ended = Promise.withResolvers<void>();
  const abandon = new AbortController();
  consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
  using commits = openCommits({ group, log });
  // The members that take over the partitions must start after what was handled here.
  consumer.on(consumer.events.REBALANCING, () => void commits.flush());
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    commits.forget();
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
      eachBatch: eachBatchBy(mergeBatches(onBatch), { commits, stop, abandon: abandon.signal }),
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
