import type { Kafka } from 'kafkajs';
import type { Runtime } from '../../runtime/runtime.ts';
import { atMost, openBackoff, pause } from '../backoff.ts';
import type { OnBatch, Subscription } from '../event-log.ts';
import { openProgress } from '../progress.ts';
import { watchLag } from './lag.ts';
import { takePart } from './member.ts';
import { brokerAnswers } from './probe.ts';

type Options = {
  readonly kafka: Kafka;
  readonly runtime: Runtime;
  readonly group: string;
  readonly topics: readonly string[];
};

const RESTARTS_MAX = 3;
/** A consumer that ran this long was well: earlier crashes no longer count against it. */
const STEADY_AFTER_MS = 60_000;
const RETRY = { firstMs: 100, maxMs: 3_000 } as const;
const STOP_MAX_MS = 15_000;

/** A member of a group that is started again after a crash, and says so when that does not help. */
export function startSubscription(options: Options, onBatch: OnBatch): Subscription {
  const { kafka, runtime, group, topics } = options;
  const { log, health } = runtime;
  const stop = new AbortController();
  const progress = openProgress(group, runtime.metrics);
  let assigned: Readonly<Record<string, number[]>> | null = null;
  let gaveUp = false;

  const handle: OnBatch = async (records) => {
    try {
      await onBatch(records);
      progress.tried('handled');
    } catch (err) {
      progress.tried('refused');
      log.warn({ err, group, records: records.length }, 'batch refused, it comes again');
      throw err;
    }
  };

  async function superviseUntilStopped(): Promise<void> {
    const backoff = openBackoff(RETRY);
    let crashes = 0;
    while (!stop.signal.aborted) {
      const startedAt = Date.now();
      const onAssigned = (partitions: typeof assigned) => {
        assigned = partitions;
      };
      try {
        await takePart({ kafka, group, topics, onBatch: handle, stop: stop.signal, onAssigned });
      } catch (err) {
        log.error({ err, group }, 'consumer crashed, starting another when a broker answers');
        crashes = Date.now() - startedAt > STEADY_AFTER_MS ? 1 : crashes + 1;
        await pause(backoff.nextMs(), stop.signal);
        // While the broker is away no restart can help, and none counts.
        await brokerAnswers(kafka, stop.signal);
      }
      if (crashes > RESTARTS_MAX) {
        gaveUp = true;
        log.fatal({ group }, 'consumer crashed too often');
        return;
      }
    }
  }

  health.live(`membership ${group}`, () => (gaveUp ? 'consumer crashed too often' : null));
  const running = superviseUntilStopped();
  const lag = watchLag(() => ({ kafka, group, topics, progress, isMine: isMineIn(assigned) }));
  return {
    stalledMs: () => (gaveUp ? Number.POSITIVE_INFINITY : progress.stalledMs()),
    async [Symbol.asyncDispose]() {
      stop.abort();
      if (!(await atMost(STOP_MAX_MS, running))) {
        log.warn({ group }, 'left a batch unfinished, it comes again');
      }
      await lag[Symbol.asyncDispose]();
    },
  };
}

function isMineIn(assigned: Readonly<Record<string, number[]>> | null) {
  if (!assigned) return null;
  return (topic: string, partition: number) => assigned[topic]?.includes(partition) ?? false;
}
