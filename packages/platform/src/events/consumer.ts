import { pruneRegularly } from '../db/prune.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { consumerMetrics } from './consumer-metrics.ts';
import type { EventLog, ReceivedRecord } from './event-log.ts';
import { type Handler, handleOnce, type Outcome, withUnprocessable } from './handle-once.ts';
import { OLD_INBOX } from './old-rows.ts';
import { startParkedGauge } from './parked-gauge.ts';
import { startRetries } from './retry-parked.ts';
import { read } from './sort-out.ts';

export type { Received } from './sort-out.ts';

type Options<E> = Handler<E> & {
  readonly eventLog: Pick<EventLog, 'subscribe'>;
  readonly runtime: Runtime;
  readonly topics: readonly string[];
};

/** A batch may hold thousands. */
const LOGGED_MAX = 10;
/** When records wait this long without progress, this process is considered stuck. */
const STALLED_MAX_MS = 60_000;

/**
 * Handles the events of some topics, each with exactly one effect: its id, what `handle` writes and
 * what is parked commit together, one transaction per batch. An error other than UnprocessableEvent
 * is considered temporary: the batch is rolled back and retried. Parked records that an operator
 * wants retried are handled in the same way.
 */
export async function consume<E>(options: Options<E>): Promise<AsyncDisposable> {
  const { eventLog, pool, runtime, group, topics } = options;
  const metrics = consumerMetrics(runtime.metrics, group);

  async function onBatch(records: readonly ReceivedRecord[]): Promise<void> {
    const readings = records.map((record) => read(record, options));
    report(
      await withUnprocessable(options, readings, (tx, unprocessable) =>
        handleOnce(tx, options, readings, unprocessable),
      ),
    );
  }

  function report({ duplicates, parked, afterCommit }: Outcome): void {
    afterCommit?.();
    metrics.duplicates.inc({ group }, duplicates);
    for (const { reason } of parked) metrics.parkedTotal.inc({ group, reason });
    if (parked.length === 0) return;
    const first = parked.slice(0, LOGGED_MAX);
    runtime.log.error({ group, count: parked.length, first }, 'records parked');
  }

  await using starting = new AsyncDisposableStack();
  starting.use(pruneRegularly({ pool, log: runtime.log }, OLD_INBOX));
  starting.use(startParkedGauge({ pool, group, gauge: metrics.parked, runtime }));
  const subscription = starting.use(await eventLog.subscribe({ group, topics }, onBatch));
  starting.use(
    startRetries({ ...options, onDuplicates: (count) => metrics.duplicates.inc({ group }, count) }),
  );
  runtime.health.live(`consumer ${group}`, () => {
    const stalledMs = subscription.stalledMs();
    return stalledMs > STALLED_MAX_MS
      ? `records are waiting, none was attempted for ${stalledMs} ms`
      : null;
  });
  return starting.move();
}
