import type { ClientBase, Pool } from 'pg';
import { transact } from '../db/transaction.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { inBatchSpan } from './batch-span.ts';
import { consumerMetrics } from './consumer-metrics.ts';
import type { EventLog, ReceivedRecord } from './event-log.ts';
import { alreadyHandled, claimFresh } from './inbox.ts';
import { keyName, type ParkReason, park, parkedKeys } from './parking.ts';
import { OLD_INBOX, pruneRegularly } from './prune.ts';
import { type Reading, type Received, read, sortOut } from './sort-out.ts';

export type { Received } from './sort-out.ts';

/** This event can never be handled: it is set aside, and later ones of its key wait behind it. */
export class UnprocessableEvent extends Error {
  override readonly name = 'UnprocessableEvent';
  readonly eventId: string;
  constructor(eventId: string, reason: string) {
    super(reason);
    this.eventId = eventId.toLowerCase();
  }
}

type Options<E> = {
  readonly eventLog: Pick<EventLog, 'subscribe'>;
  readonly pool: Pool;
  readonly runtime: Runtime;
  readonly group: string;
  readonly topics: readonly string[];
  /** Throws when the record makes no sense. */
  readonly decode: (record: ReceivedRecord) => E;
  /**
   * Asked before the transaction, for what only others can tell: events that can never be handled,
   * by id, with the reason. An error means that it cannot be told now, and the batch comes again.
   */
  readonly refuse?: (events: readonly Received<E>[]) => Promise<ReadonlyMap<string, string>>;
  /** Sees each event once, in order per key, in the transaction that remembers it was seen. */
  readonly handle: Handle<E>;
};

/** What it resolves with is called after the commit: for counts, which a rollback must not change. */
type Handle<E> = (
  tx: ClientBase,
  events: readonly Received<E>[],
) => Promise<void> | Promise<() => void>;

type Outcome = {
  readonly duplicates: number;
  readonly parked: readonly ParkReason[];
  readonly afterCommit: (() => void) | null;
};

/** Records that wait this long while nothing moves mean that this process is stuck. */
const STALLED_MAX_MS = 60_000;

/**
 * Handles the events of some topics, each exactly once in effect: its id, whatever `handle` writes
 * and whatever is set aside commit together, one transaction per batch. An error other than
 * UnprocessableEvent is taken as passing: the batch is rolled back and comes again.
 */
export async function consume<E>(options: Options<E>): Promise<AsyncDisposable> {
  const { eventLog, pool, runtime, group, topics, decode } = options;
  const metrics = consumerMetrics(runtime.metrics);

  async function onBatch(records: readonly ReceivedRecord[]): Promise<void> {
    const readings = records.map((record) => read(record, decode));
    const received = readings.flatMap((reading) =>
      'received' in reading ? [reading.received] : [],
    );
    const unprocessable = new Map(await options.refuse?.(received));
    // Ends: each round but the last finds one more event of the batch that cannot be handled.
    for (;;) {
      try {
        report(await transact(pool, (tx) => handleOnce(tx, options, readings, unprocessable)));
        return;
      } catch (error) {
        if (!isNewlyUnprocessable(error, readings, unprocessable)) throw error;
        unprocessable.set(error.eventId, error.message);
      }
    }
  }

  function report({ duplicates, parked, afterCommit }: Outcome): void {
    afterCommit?.();
    metrics.duplicates.inc({ group }, duplicates);
    for (const reason of parked) metrics.parked.inc({ group, reason });
    if (parked.length > 0) runtime.log.error({ group, reasons: parked }, 'records set aside');
  }

  const subscription = await eventLog.subscribe({ group, topics }, onBatch);
  runtime.health.live(`consumer ${group}`, () => {
    const stalledMs = subscription.stalledMs();
    return stalledMs > STALLED_MAX_MS ? `records wait, none was tried for ${stalledMs} ms` : null;
  });
  const pruning = pruneRegularly({ pool, log: runtime.log }, OLD_INBOX);
  return {
    async [Symbol.asyncDispose]() {
      pruning[Symbol.dispose]();
      await subscription[Symbol.asyncDispose]();
    },
  };
}

async function handleOnce<E>(
  tx: ClientBase,
  { group, handle }: Options<E>,
  readings: readonly Reading<E>[],
  unprocessable: ReadonlyMap<string, string>,
): Promise<Outcome> {
  const once = withoutRepeats(readings);
  const blocked = await parkedKeys(
    tx,
    group,
    once.map(({ record }) => record),
  );
  const open = await withoutHandled(tx, group, once, blocked);
  const { good, parked } = sortOut(open, blocked, unprocessable);
  const newlyParked = await park(tx, group, parked);
  const fresh = await claimFresh(
    tx,
    group,
    good.map(({ eventId }) => eventId),
  );
  const events = good.filter(({ eventId }) => fresh.has(eventId));
  const headers = events.map((event) => event.headers);
  const afterCommit =
    events.length > 0 && (await inBatchSpan<unknown>(group, headers, () => handle(tx, events)));
  const duplicates = readings.length - open.length + good.length - events.length;
  return {
    duplicates,
    parked: newlyParked,
    afterCommit: typeof afterCommit === 'function' ? () => afterCommit() : null,
  };
}

function withoutRepeats<E>(readings: readonly Reading<E>[]): Reading<E>[] {
  const seen = new Set<string>();
  return readings.filter((reading) => {
    if (!('received' in reading)) return true;
    const { eventId } = reading.received;
    return !seen.has(eventId) && seen.add(eventId);
  });
}

/**
 * A batch that comes again may hold events handled before their key was blocked; they are done and
 * do not join the queue behind it.
 */
async function withoutHandled<E>(
  tx: ClientBase,
  group: string,
  readings: readonly Reading<E>[],
  blocked: ReadonlySet<string>,
): Promise<readonly Reading<E>[]> {
  if (blocked.size === 0) return readings;
  const waiting = readings.filter(({ record }) => blocked.has(keyName(record)));
  const handled = await alreadyHandled(tx, group, waiting.flatMap(eventIdsOf));
  return readings.filter((reading) => !eventIdsOf(reading).some((id) => handled.has(id)));
}

function eventIdsOf<E>(reading: Reading<E>): string[] {
  return 'received' in reading ? [reading.received.eventId] : [];
}

function isNewlyUnprocessable<E>(
  error: unknown,
  readings: readonly Reading<E>[],
  known: ReadonlyMap<string, string>,
): error is UnprocessableEvent {
  return (
    error instanceof UnprocessableEvent &&
    !known.has(error.eventId) &&
    readings.some((reading) => eventIdsOf(reading).includes(error.eventId))
  );
}
