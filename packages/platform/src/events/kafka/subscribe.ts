import type { Admin, TopicPartitionOffset } from 'kafkajs';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Logger } from '../../telemetry/log.ts';
import { atMost, openBackoff, pause } from '../../time/backoff.ts';
import {
  type OnBatch,
  PositionLostError,
  type SubscribeOptions,
  type Subscription,
} from '../event-log.ts';
import { openProgress, type Progress, reportBatches } from '../progress.ts';
import { eachBatchBy, mergeBatches, openCommits } from './batches.ts';
import {
  asAdmin,
  brokerReachable,
  disconnected,
  isOutage,
  type KafkaClient,
  warnOfOutage,
} from './client.ts';

type Group = Pick<SubscribeOptions, 'group' | 'topics' | 'setBack' | 'beforeOffsets'> & {
  readonly connect: () => KafkaClient;
};
type Options = Group & { readonly runtime: Runtime; readonly prefix: string };

const STOP_MAX_MS = 5_000;

/** A member of a group. It is restarted after a crash; after too many crashes liveness fails. */
export function startSubscription(options: Options, onBatch: OnBatch): Subscription {
  const { connect, runtime, group, topics, prefix } = options;
  const { log, health } = runtime;
  const stop = new AbortController();
  const progress = openProgress(group.slice(prefix.length), runtime.metrics, { prefix });
  let assigned: Readonly<Record<string, number[]>> | null = null;
  let hasGivenUp = false;

  const handle = reportBatches(onBatch, { group, progress, log });

  const supervised = supervise({
    stop: stop.signal,
    ready: () => brokerReachable(connect, stop.signal),
    onCrash(err) {
      if (isOutage(err)) warnOfOutage({ log }, { err, group });
      else log.error({ err, group }, 'consumer crashed, restarting');
    },
    run: () =>
      takePart({
        ...options,
        log,
        onBatch: handle,
        // A database that is down is no reason to restart this process.
        onRetry: progress.failed,
        stop: stop.signal,
        onAssigned(partitions) {
          assigned = partitions;
        },
      }),
  });
  const running = supervised.then((stopped) => {
    hasGivenUp = !stopped;
    // Liveness fails from now on, so that the orchestrator restarts this process.
    if (hasGivenUp) log.fatal({ group }, 'consumer crashed too often');
  });

  health.live(`membership ${group}`, () => (hasGivenUp ? 'consumer crashed too often' : null));
  const lag = watchLag(() => ({ connect, group, topics, progress, isMine: isMineIn(assigned) }));
  async function close(): Promise<void> {
    stop.abort();
    if (!(await atMost(STOP_MAX_MS, running))) {
      log.warn({ group }, 'batch unfinished at shutdown, it will be delivered again');
    }
    await lag[Symbol.asyncDispose]();
  }
  let closed: Promise<void> | undefined;
  return {
    stalledMs: () => progress.stalledMs(),
    [Symbol.asyncDispose]() {
      closed ??= close();
      return closed;
    },
  };
}

function isMineIn(assigned: Readonly<Record<string, number[]>> | null) {
  if (!assigned) return null;
  return (topic: string, partition: number) => assigned[topic]?.includes(partition) ?? false;
}

const RESTARTS_MAX = 3;
/** After a run of this length earlier crashes no longer count. */
const STEADY_AFTER_MS = 60_000;
const RETRY = { firstMs: 100, maxMs: 3_000 } as const;

type SupervisedRun = {
  readonly run: () => Promise<void>;
  readonly ready: () => Promise<void>;
  readonly onCrash: (error: unknown) => void;
  readonly stop: AbortSignal;
};

/**
 * Restarts `run` after each crash until `stop` is aborted. False when it crashed too often; crashes
 * caused by an outage of the brokers do not count.
 */
async function supervise({ run, ready, onCrash, stop }: SupervisedRun): Promise<boolean> {
  const backoff = openBackoff(RETRY);
  let crashes = 0;
  while (!stop.aborted) {
    const startedAt = Date.now();
    try {
      await run();
    } catch (error) {
      onCrash(error);
      if (Date.now() - startedAt > STEADY_AFTER_MS) {
        crashes = 0;
        backoff.reset();
      }
      if (!isOutage(error)) crashes += 1;
    }
    if (crashes > RESTARTS_MAX) return false;
    await pause(backoff.nextMs(), stop);
    await ready();
  }
  return true;
}

/**
 * The broker answers a fetch as soon as there is one byte, so this does not delay records. An idle member
 * sends heartbeats and stops only between two fetches: this bounds how late it notices a rebalance or leaves,
 * so it must be far below SESSION_TIMEOUT_MS. A fetch costs both sides a millisecond of CPU even without records.
 */
const FETCH_WAIT_MAX_MS = 500;
const FETCH_BYTES_MIN = 1;
/** How soon a dead member is detected: the minimum of a broker's default configuration. */
const SESSION_TIMEOUT_MS = 6_000;
/** Partitions that are handled concurrently, so that they can be merged (see batches.ts). */
const PARTITIONS_MERGED_MAX = 64;
const REBALANCE_TIMEOUT_MS = 30_000;
const HEARTBEAT_EVERY_MS = 1_000;
const LAST_COMMIT_MAX_MS = 2_000;
const SET_BACK_RETRY = { firstMs: 100, maxMs: 3_000 } as const;

type MemberOptions = Group & {
  readonly log: Logger;
  readonly onBatch: OnBatch;
  /** Where to read is not known yet. */
  readonly onRetry: () => void;
  readonly stop: AbortSignal;
  readonly onAssigned: (partitions: Readonly<Record<string, number[]>> | null) => void;
};

/** Takes part in the group until `stop`; throws when kafkajs gives up. */
async function takePart(options: MemberOptions): Promise<void> {
  const { connect, log, group, topics, beforeOffsets, onBatch, stop, onAssigned } = options;
  const client = connect();
  const consumer = client.kafka.consumer({
    groupId: group,
    allowAutoTopicCreation: false,
    sessionTimeout: SESSION_TIMEOUT_MS,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    heartbeatInterval: HEARTBEAT_EVERY_MS,
    maxWaitTimeInMs: FETCH_WAIT_MAX_MS,
    minBytes: FETCH_BYTES_MIN,
    // kafkajs would restart without end, or stop silently; supervise() counts crashes instead.
    retry: { restartOnFailure: async () => false },
  });
  let joins = 0;
  let mayHandle = Promise.resolve(true);
  const ended = Promise.withResolvers<void>();
  const abandon = new AbortController();
  consumer.on(consumer.events.CRASH, ({ payload }) => ended.reject(payload.error));
  const endIfLost = (error: unknown): never => {
    if (error instanceof PositionLostError) ended.reject(error);
    throw error;
  };
  const handle: OnBatch = (records) => onBatch(records).catch(endIfLost);
  const store = beforeOffsets && (() => beforeOffsets().catch(endIfLost));
  using commits = openCommits({ group, log, beforeOffsets: store });
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
      eachBatch: eachBatchBy(mergeBatches(handle), {
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

type Start = Pick<MemberOptions, 'connect' | 'log' | 'group' | 'setBack' | 'onRetry' | 'stop'> & {
  readonly assigned: Readonly<Record<string, number[]>>;
  readonly isCurrent: () => boolean;
  /** Commits the positions and leaves the group: the member that joins next starts there. */
  readonly moveTo: (positions: readonly TopicPartitionOffset[]) => Promise<void>;
};

/** Retries until it is known where to read. False when this member must not handle what it has fetched. */
async function startWhereReaderIs(start: Start): Promise<boolean> {
  const { log, group, stop, isCurrent, onRetry } = start;
  const backoff = openBackoff(SET_BACK_RETRY);
  while (isCurrent() && !stop.aborted) {
    try {
      return !(await isSetBack(start));
    } catch (err) {
      log.warn({ err, group }, 'positions could not be compared, retrying');
      onRetry();
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

const POLL_EVERY_MS = 5_000;
const LAST_POLL_MAX_MS = 1_000;

type LagOptions = Pick<Group, 'connect' | 'group' | 'topics'> & {
  readonly progress: Progress;
  /** Null while this member is not in the group: then every partition counts. */
  readonly isMine: ((topic: string, partition: number) => boolean) | null;
};

/** Uses its own connection to the broker, because the consumer may be stuck. */
function watchLag(options: () => LagOptions): AsyncDisposable {
  const { connect, progress } = options();
  let current: { client: KafkaClient; admin: Admin } | undefined;
  let polling: Promise<void> = Promise.resolve();

  async function poll(): Promise<void> {
    try {
      current ??= newAdmin(connect());
      await current.admin.connect();
      progress.observed(await lags(current.admin, options()));
    } catch {
      progress.unknown();
      await forget();
    }
  }
  async function forget(): Promise<void> {
    const old = current;
    current = undefined;
    if (old) await disconnected(old.admin, old.client);
  }

  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    polling = poll().finally(() => {
      busy = false;
    });
  }, POLL_EVERY_MS);
  timer.unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await forget();
      await atMost(LAST_POLL_MAX_MS, polling);
    },
  };
}

function newAdmin(client: KafkaClient) {
  return { client, admin: client.kafka.admin() };
}

async function lags(
  admin: Admin,
  { group, topics, isMine }: Pick<LagOptions, 'group' | 'topics' | 'isMine'>,
) {
  const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
  const lagsByTopic = await Promise.all(
    committed.map(async ({ topic, partitions }) => {
      const ends = await admin.fetchTopicOffsets(topic);
      return ends.map(({ partition, low, high }) => {
        const offset = partitions.find((entry) => entry.partition === partition)?.offset ?? '-1';
        // A group without a committed offset starts at the oldest record.
        const position = Math.max(Number(offset), Number(low));
        return { topic, partition, lag: Number(high) - position };
      });
    }),
  );
  const all = lagsByTopic.flat();
  return isMine ? all.filter(({ topic, partition }) => isMine(topic, partition)) : all;
}
