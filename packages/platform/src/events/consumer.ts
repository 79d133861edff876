import type { Pool } from 'pg';
import type { Gauge, Registry } from 'prom-client';
import { urlOf } from '../db/pool.ts';
import { pruneRegularly } from '../db/prune.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { keepMeasured } from '../telemetry/measured-gauges.ts';
import { metersIn } from '../telemetry/metrics.ts';
import {
  type Partition,
  type Position,
  partitionName,
  positionsAfter,
  type ReceivedRecord,
} from './event-log.ts';
import {
  findPositionsBehind,
  type Handler,
  handleOnce,
  moveOn,
  type Outcome,
  read,
  type Steps,
  withUnprocessable,
} from './handle-once.ts';
import { OLD_INBOX } from './outbox.ts';
import { PARK_REASONS } from './parked.ts';
import { observeReceived } from './progress.ts';
import { startRetries } from './retry-parked.ts';

export type { ReceivedEvent } from './handle-once.ts';

type Options<E> = Handler<E> & {
  readonly runtime: Runtime;
  readonly topics: readonly string[];
  readonly patientTopics?: readonly string[];
  /** Called when the database turns out to be restored: what it had handled since then is handled again. */
  readonly onRestored?: (restoredTo: Date) => Promise<void>;
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
 *
 * The position of the group commits with them, so it is never ahead of the database. A position behind
 * the log's own offset means that the database was restored to an older point: the group then
 * reads again from exactly there.
 */
export async function consume<E>(options: Options<E>): Promise<AsyncDisposable> {
  const { eventLog, pool, runtime, group, topics, patientTopics } = options;
  const metrics = consumerMetrics(runtime.metrics, group);

  const own = openPositions();

  async function onBatch(records: readonly ReceivedRecord[]): Promise<void> {
    const receivedAt = new Date();
    const all = records.map((record) => read(record, options, receivedAt));
    const readings = all.filter((reading) => reading !== null);
    const reached = positionsAfter(records);
    if (readings.length === 0) return own.pass(reached);
    const steps = { reached, stored: own.storedOf(reached) };
    const outcome = await withUnprocessable(options, readings, (tx, unprocessable) =>
      handleOnce(tx, options, { readings, unprocessable, steps }),
    );
    own.handled(reached);
    report(outcome);
    metrics.observe(readings, receivedAt);
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
  const subscription = starting.use(
    await eventLog.subscribe(
      {
        group,
        topics,
        patientTopics,
        databaseUrl: urlOf(pool),
        beforeOffsets: () => own.storePassed((steps) => moveOn(pool, group, steps)),
        async setBack(inLog) {
          own.clear();
          const { positions, stored } = await positionsToReadAgain(options, inLog);
          own.handled(stored);
          return positions;
        },
      },
      onBatch,
    ),
  );
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

/** Positions of the assigned partitions: stored in the database, and passed but not stored yet. */
function openPositions() {
  const stored = new Map<string, Position>();
  /** Behind ignored records. They are stored before the log's own offsets move: one write for many batches. */
  const passed = new Map<string, Position>();
  return {
    storedOf: (partitions: readonly Partition[]) =>
      partitions.flatMap((partition) => stored.get(partitionName(partition)) ?? []),
    pass(positions: readonly Position[]): void {
      for (const position of positions) passed.set(partitionName(position), position);
    },
    handled(positions: readonly Position[]): void {
      for (const position of positions) {
        stored.set(partitionName(position), position);
        passed.delete(partitionName(position));
      }
    },
    /** Compares every partition, so that nothing lost in one without new records stays unnoticed. */
    async storePassed(store: (steps: Steps) => Promise<void>): Promise<void> {
      const reached = [...passed.values()];
      await store({ reached, stored: [...stored.values()] });
      for (const position of reached) {
        const name = partitionName(position);
        stored.set(name, position);
        // What was passed meanwhile is stored next time.
        if (passed.get(name) === position) passed.delete(name);
      }
    },
    clear(): void {
      stored.clear();
      passed.clear();
    },
  };
}

/** Where to read again, which is nowhere unless the database was restored, and what it has stored. */
async function positionsToReadAgain<E>(
  { pool, group, runtime, onRestored }: Options<E>,
  inLog: readonly Position[],
) {
  const { positions, stored, restoredTo } = await findPositionsBehind(pool, group, inLog);
  if (positions.length > 0) {
    runtime.log.warn({ group, positions, restoredTo }, 'database was restored, reading again');
    await onRestored?.(restoredTo);
  }
  return { positions, stored };
}

function consumerMetrics(metrics: Registry, group: string) {
  const { counter, gauge } = metersIn(metrics);
  const duplicates = counter(
    'inbox_duplicates_total',
    'Events received again and ignored',
    'group',
  );
  const parkedTotal = counter(
    'events_parked_total',
    'Records parked instead of handled',
    'group',
    'reason',
  );
  const parked = gauge('events_parked', 'Records that are parked now', 'group');
  // A rate does not see the first increment of a series that did not exist before.
  duplicates.inc({ group }, 0);
  for (const reason of PARK_REASONS) parkedTotal.inc({ group, reason }, 0);
  return { duplicates, parkedTotal, parked, observe: observeReceived(metrics, group) };
}

/** Above this the exact number does not matter, and counting would be expensive. */
const COUNT_MAX = 10_000;

const COUNT = `
  select count(*)::integer as count
    from (select from parked_record where consumer_group = $1 limit ${COUNT_MAX}) as parked`;

type GaugeOptions = {
  readonly pool: Pool;
  readonly group: string;
  readonly gauge: Gauge<'group'>;
  readonly runtime: Runtime;
};

function startParkedGauge({ pool, group, gauge, runtime }: GaugeOptions): AsyncDisposable {
  async function measure(): Promise<void> {
    const { rows } = await pool.query<{ count: number }>(COUNT, [group]);
    gauge.set({ group }, rows[0]?.count ?? 0);
  }
  return keepMeasured(runtime, { name: `parked ${group}`, gauges: [gauge], measure });
}
