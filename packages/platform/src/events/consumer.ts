import { pruneRegularly } from '../db/prune.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { consumerMetrics } from './consumer-metrics.ts';
import type { EventLog, Position, ReceivedRecord } from './event-log.ts';
import { type Handler, handleOnce, type Outcome, withUnprocessable } from './handle-once.ts';
import { readPositions } from './inbox.ts';
import { OLD_INBOX } from './old-rows.ts';
import { startParkedGauge } from './parked-gauge.ts';
import { startRetries } from './retry-parked.ts';
import { read } from './sort-out.ts';

export type { Received } from './sort-out.ts';

type Options<E> = Handler<E> & {
  readonly eventLog: Pick<EventLog, 'subscribe'>;
  readonly runtime: Runtime;
  readonly topics: readonly string[];
  /** Called when the database turns out to be restored: what it had handled since then is handled again. */
  readonly onRestored?: (restoredTo: Date) => Promise<void>;
};

/** A batch may hold thousands. */
const LOGGED_MAX = 10;
/** When records wait this long without progress, this process is considered stuck. */
const STALLED_MAX_MS = 60_000;
/** By so much the clocks of two machines may differ. */
const CLOCK_SKEW_MAX_MS = 60_000;

/**
 * Handles the events of some topics, each with exactly one effect: its id, what `handle` writes and
 * what is parked commit together, one transaction per batch. An error other than UnprocessableEvent
 * is considered temporary: the batch is rolled back and retried. Parked records that an operator
 * wants retried are handled in the same way.
 *
 * The position of the group commits with them, so it is never ahead of the database. A position behind
 * the log's own offset means that the database was restored to an older point: the group then
 * reads again from exactly there.
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

  async function setBack(inLog: readonly Position[]): Promise<readonly Position[]> {
    const stored = await readPositions(pool, group);
    const behind = inLog.flatMap((position) => {
      const nextOffset = positionIn(stored, position);
      return BigInt(nextOffset) < BigInt(position.nextOffset) ? [{ ...position, nextOffset }] : [];
    });
    if (behind.length === 0) return [];
    const lastMs = Math.max(...stored.map(({ movedAt }) => movedAt.getTime()), CLOCK_SKEW_MAX_MS);
    const restoredTo = new Date(lastMs - CLOCK_SKEW_MAX_MS);
    runtime.log.warn(
      { group, positions: behind, restoredTo },
      'database was restored, reading again',
    );
    await options.onRestored?.(restoredTo);
    return behind;
  }

  await using starting = new AsyncDisposableStack();
  starting.use(pruneRegularly({ pool, log: runtime.log }, OLD_INBOX));
  starting.use(startParkedGauge({ pool, group, gauge: metrics.parked, runtime }));
  const subscription = starting.use(await eventLog.subscribe({ group, topics, setBack }, onBatch));
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

/** A partition of which the database has handled nothing is read from its beginning. */
function positionIn(stored: readonly Position[], { topic, partition }: Position): string {
  const found = stored.find((own) => own.topic === topic && own.partition === partition);
  return found?.nextOffset ?? '0';
}
