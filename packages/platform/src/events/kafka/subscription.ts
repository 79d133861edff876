import type { Runtime } from '../../runtime/runtime.ts';
import { atMost } from '../../time/backoff.ts';
import type { OnBatch, SetBack, Subscription } from '../event-log.ts';
import { withoutPrefix } from '../prefixed.ts';
import { openProgress } from '../progress.ts';
import { reported } from '../reported.ts';
import type { KafkaClient } from './client.ts';
import { watchLag } from './lag.ts';
import { takePart } from './member.ts';
import { isOutage, warnOfOutage } from './outage.ts';
import { brokerReachable } from './probe.ts';
import { supervise } from './supervise.ts';

type Options = {
  readonly connect: () => KafkaClient;
  readonly runtime: Runtime;
  readonly group: string;
  readonly topics: readonly string[];
  readonly prefix: string;
  readonly setBack: SetBack | undefined;
};

const STOP_MAX_MS = 5_000;

/** A member of a group. It is restarted after a crash; after too many crashes liveness fails. */
export function startSubscription(options: Options, onBatch: OnBatch): Subscription {
  const { connect, runtime, group, topics, prefix, setBack } = options;
  const { log, health } = runtime;
  const stop = new AbortController();
  const progress = withoutPrefix(openProgress(group.slice(prefix.length), runtime.metrics), prefix);
  let assigned: Readonly<Record<string, number[]>> | null = null;
  let hasGivenUp = false;

  const handle = reported(onBatch, { group, progress, log });

  const supervised = supervise({
    stop: stop.signal,
    ready: () => brokerReachable(connect, stop.signal),
    onCrash(err) {
      if (isOutage(err)) warnOfOutage({ log }, { err, group });
      else log.error({ err, group }, 'consumer crashed, restarting');
    },
    run: () =>
      takePart({
        connect,
        log,
        group,
        topics,
        setBack,
        onBatch: handle,
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
