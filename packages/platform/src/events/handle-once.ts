import type { ClientBase, Pool } from 'pg';
import { transact } from '../db/transaction.ts';
import { inBatchSpan } from './batch-span.ts';
import type { Position, ReceivedRecord } from './event-log.ts';
import type { Authenticate } from './event-mac.ts';
import { alreadyHandled, claimNew } from './inbox.ts';
import { blockedKeys, keyName, type NewlyParked, park } from './parking.ts';
import { type Reading, type Received, sortOut } from './sort-out.ts';
import { UnprocessableEvent } from './unprocessable-event.ts';

/** May return a function to call after the commit: for counters, which a rollback must not change. */
export type Handle<E> = (
  tx: ClientBase,
  events: readonly Received<E>[],
) => Promise<void> | Promise<() => void>;

export type Handler<E> = {
  readonly pool: Pool;
  readonly group: string;
  /** Returns why a record is not of its topic's producer, or null; called before anything else. */
  readonly authenticate: Authenticate;
  /** Throws when the record is malformed. */
  readonly decode: (record: ReceivedRecord) => E;
  /**
   * Called before the transaction, for checks that need another service: returns events that can
   * never be handled, by id, with the reason. An error means unknown: the batch is retried.
   */
  readonly refuse?: (events: readonly Received<E>[]) => Promise<ReadonlyMap<string, string>>;
  /** Receives each event once, in order per key, in the transaction that also records its id. */
  readonly handle: Handle<E>;
};

export type Outcome = {
  readonly duplicates: number;
  readonly parked: readonly NewlyParked[];
  readonly afterCommit: (() => void) | null;
};

/** Runs `work` in a transaction, again for each event that turns out to be unprocessable. */
export async function withUnprocessable<E, T>(
  { pool, refuse }: Handler<E>,
  readings: readonly Reading<E>[],
  work: (tx: ClientBase, unprocessable: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const received = readings.flatMap((reading) => ('received' in reading ? [reading.received] : []));
  const unprocessable = new Map(await refuse?.(received));
  // Terminates: each round but the last finds one more unprocessable event of the batch.
  for (;;) {
    try {
      return await transact(pool, (tx) => work(tx, unprocessable));
    } catch (error) {
      if (!isNewlyUnprocessable(error, readings, unprocessable)) throw error;
      unprocessable.set(error.eventId, error.message);
    }
  }
}

/** Handles the new events of a batch and parks unprocessable ones, with later records of their keys. */
export async function handleOnce<E>(
  tx: ClientBase,
  handler: Handler<E>,
  readings: readonly Reading<E>[],
  unprocessable: ReadonlyMap<string, string>,
): Promise<Outcome> {
  const { group } = handler;
  const distinct = withoutRepeats(readings);
  const records = distinct.map(({ record }) => record);
  const blocked = await blockedKeys(tx, group, records);
  const open = await withoutHandled(tx, group, distinct, blocked);
  const { good, parked } = sortOut(open, blocked, unprocessable);
  const newlyParked = await park(tx, group, parked);
  const { handled, afterCommit } = await handleNew(tx, handler, good, reachedBy(readings));
  const duplicates = readings.length - open.length + good.length - handled;
  return { duplicates, parked: newlyParked, afterCommit };
}

/** Where the group stands after a batch, whose records are in the order of their offsets in each partition. */
function reachedBy<E>(readings: readonly Reading<E>[]): readonly Position[] {
  const last = new Map(
    readings.map(({ record }) => [`${record.topic} ${record.partition}`, record]),
  );
  return [...last.values()].map(({ topic, partition, offset }) => ({
    topic,
    partition,
    nextOffset: String(BigInt(offset) + 1n),
  }));
}

/** Claims the events in the inbox and handles those that were not claimed before. */
export async function handleNew<E>(
  tx: ClientBase,
  { group, handle }: Handler<E>,
  events: readonly Received<E>[],
  reached: readonly Position[] = [],
): Promise<{ readonly handled: number; readonly afterCommit: (() => void) | null }> {
  const claimed = await claimNew(
    tx,
    group,
    events.map(({ eventId }) => eventId),
    reached,
  );
  const mine = events.filter(({ eventId }) => claimed.has(eventId));
  if (mine.length === 0) return { handled: 0, afterCommit: null };
  const afterCommit = await inBatchSpan<unknown>(group, mine, () => handle(tx, mine));
  return {
    handled: mine.length,
    afterCommit: typeof afterCommit === 'function' ? () => afterCommit() : null,
  };
}

export function withoutRepeats<E>(readings: readonly Reading<E>[]): Reading<E>[] {
  const seen = new Set<string>();
  return readings.filter((reading) => {
    if (!('received' in reading)) return true;
    const { eventId } = reading.received;
    return !seen.has(eventId) && seen.add(eventId);
  });
}

/**
 * A repeated batch may contain events that were handled before their key was blocked; they must not
 * be parked behind it.
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
