import type { ClientBase, Pool } from 'pg';
import { bigintArray, integerArray, textArray, uuidArray } from '../db/array-parameter.ts';
import { prepared } from '../db/prepared.ts';
import { EVERY_ACCOUNT, PLANNED_ONCE, transactAs } from '../db/scope.ts';
import { isUuid } from '../text/uuid.ts';
import { inBatchSpan } from './batch-span.ts';
import {
  EVENT_ID_HEADER,
  type EventLog,
  type Headers,
  type Partition,
  type Position,
  PositionLostError,
  partitionName,
  type ReceivedRecord,
} from './event-log.ts';
import type { Authenticate } from './mac.ts';
import {
  blockedKeys,
  keyName,
  type NewlyParked,
  park,
  type RecordToPark,
  UNAUTHENTICATED,
} from './parked.ts';

/** May return a function to call after the commit: for counters, which a rollback must not change. */
type Handle<E> = (
  tx: ClientBase,
  events: readonly ReceivedEvent<E>[],
) => Promise<void> | Promise<() => void>;

export type Handler<E> = {
  readonly eventLog: Pick<EventLog, 'subscribe' | 'system'>;
  readonly pool: Pool;
  readonly group: string;
  /** Returns why a record is not of its topic's producer, or null; called before anything else. */
  readonly authenticate: Authenticate;
  /** Null: the group ignores events of this kind. Throws when the record is malformed. */
  readonly decode: (record: ReceivedRecord) => E | null;
  /**
   * Called before the transaction, for checks that need another service: returns events that can
   * never be handled, by id, with the reason. An error means unknown: the batch is retried.
   */
  readonly refuse?: (events: readonly ReceivedEvent<E>[]) => Promise<ReadonlyMap<string, string>>;
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
      return await transactAs(pool, EVERY_ACCOUNT, (tx) => work(tx, unprocessable), PLANNED_ONCE);
    } catch (error) {
      if (!isNewlyUnprocessable(error, readings, unprocessable)) throw error;
      unprocessable.set(error.eventId, error.message);
    }
  }
}

type Batch<E> = {
  readonly readings: readonly Reading<E>[];
  readonly unprocessable: ReadonlyMap<string, string>;
  readonly steps: Steps;
};

/** Handles the new events of a batch and parks unprocessable ones, with later records of their keys. */
export async function handleOnce<E>(
  tx: ClientBase,
  handler: Handler<E>,
  { readings, unprocessable, steps }: Batch<E>,
): Promise<Outcome> {
  const { group } = handler;
  const distinct = withoutRepeats(readings);
  const records = distinct.map(({ record }) => record);
  // Sent together, which saves a round trip.
  const [blocked, claimed] = await Promise.all([
    blockedKeys(tx, group, records),
    claimNew(tx, group, distinct.flatMap(claimsOf), steps),
  ]);
  const isNew = (reading: Reading<E>) => eventIdsOf(reading).every((id) => claimed.has(id));
  const open = distinct.filter(isNew);
  const { good, parked } = sortOut(open, blocked, unprocessable);
  const newlyParked = await park(tx, group, parked);
  const afterCommit = await handleClaimed(tx, handler, claimed, good);
  return { duplicates: readings.length - open.length, parked: newlyParked, afterCommit };
}

/** Handles events that are claimed. Deletes the other claims: an event that is parked is claimed when it is handled. */
export async function handleClaimed<E>(
  tx: ClientBase,
  { eventLog, group, handle }: Handler<E>,
  claimed: ReadonlySet<string>,
  events: readonly ReceivedEvent<E>[],
): Promise<(() => void) | null> {
  const kept = new Set(events.map(({ eventId }) => eventId));
  const others = [...claimed].filter((id) => !kept.has(id));
  if (others.length > 0) await tx.query(UNCLAIM, [group, uuidArray(others)]);
  if (events.length === 0) return null;
  const afterCommit = await inBatchSpan<unknown>({ system: eventLog.system, group }, events, () =>
    handle(tx, events),
  );
  return typeof afterCommit === 'function' ? () => afterCommit() : null;
}

export function withoutRepeats<E>(readings: readonly Reading<E>[]): Reading<E>[] {
  const seen = new Set<string>();
  return readings.filter((reading) => {
    if (!('received' in reading)) return true;
    const { eventId } = reading.received;
    return !seen.has(eventId) && seen.add(eventId);
  });
}

function eventIdsOf<E>(reading: Reading<E>): string[] {
  return 'received' in reading ? [reading.received.eventId] : [];
}

export function claimsOf<E>(reading: Reading<E>): Claim[] {
  const { topic, partition } = reading.record;
  return eventIdsOf(reading).map((eventId) => ({ eventId, topic, partition }));
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

export type ReceivedEvent<E> = {
  readonly topic: string;
  readonly eventId: string;
  readonly key: string;
  readonly event: E;
  readonly headers: Headers;
  /** When this process received its batch. */
  readonly receivedAt: Date;
};

/** A decoded record, or the reason why it must be parked, before the database is queried. */
type Reading<E> =
  | { readonly record: ReceivedRecord; readonly received: ReceivedEvent<E> }
  | RecordToPark;

/**
 * Null: the group ignores the event. Nothing of a record is believed before it is authentic, not even which event it is.
 */
export function read<E>(
  record: ReceivedRecord,
  { authenticate, decode }: Pick<Handler<E>, 'authenticate' | 'decode'>,
  receivedAt: Date,
): Reading<E> | null {
  const problem = authenticate(record);
  if (problem !== null) return { record, reason: UNAUTHENTICATED, detail: problem };
  const eventId = record.headers[EVENT_ID_HEADER]?.toLowerCase() ?? '';
  if (!isUuid(eventId)) return { record, reason: 'no_event_id', detail: '' };
  try {
    const { topic, key, headers } = record;
    const event = decode(record);
    if (event === null) return null;
    return { record, received: { topic, eventId, key, event, headers, receivedAt } };
  } catch (error) {
    return { record, reason: 'undecodable', detail: String(error) };
  }
}

type SortedBatch<E> = {
  readonly good: readonly ReceivedEvent<E>[];
  readonly parked: readonly RecordToPark[];
};

/**
 * Splits a batch into events to handle and records to park. Once a record of a key is parked, all
 * later ones of that key are too: handled now, they would overtake it. One that is not authentic has no
 * place in that order: anybody may have written it.
 */
export function sortOut<E>(
  readings: readonly Reading<E>[],
  alreadyParked: ReadonlySet<string>,
  unprocessable: ReadonlyMap<string, string>,
): SortedBatch<E> {
  const blocked = new Set(alreadyParked);
  const good: ReceivedEvent<E>[] = [];
  const parked: RecordToPark[] = [];
  for (const reading of readings) {
    const key = keyName(reading.record);
    const outcome = judge(reading, unprocessable);
    if ('reason' in outcome && outcome.reason === UNAUTHENTICATED) {
      parked.push(outcome);
    } else if (blocked.has(key)) {
      parked.push({ record: reading.record, reason: 'behind_parked', detail: '' });
    } else if ('reason' in outcome) {
      blocked.add(key);
      parked.push(outcome);
    } else {
      good.push(outcome.received);
    }
  }
  return { good, parked };
}

function judge<E>(reading: Reading<E>, unprocessable: ReadonlyMap<string, string>): Reading<E> {
  if ('reason' in reading) return reading;
  const detail = unprocessable.get(reading.received.eventId);
  if (detail === undefined) return reading;
  return { record: reading.record, reason: 'unprocessable', detail };
}

/** The event can never be handled: it is parked, and later ones of its key are parked behind it. */
export class UnprocessableEvent extends Error {
  override readonly name = 'UnprocessableEvent';
  readonly eventId: string;
  constructor(eventId: string, reason: string) {
    super(reason);
    this.eventId = eventId.toLowerCase();
  }
}

/** Where the group is after a batch. */
export type Steps = {
  readonly reached: readonly Position[];
  /** What this process knows to be stored: a failover of the database may have lost it. */
  readonly stored: readonly Position[];
};

/** Finds partitions whose position in the database is below the one that this process stored. */
const lostSql = (first: number) => `
    select from unnest($${first}::text[], $${first + 1}::integer[], $${first + 2}::bigint[])
           as stored (topic, partition, next_offset)
     where not exists (select from consumer_position as own
                        where own.consumer_group = $1 and own.topic = stored.topic
                          and own.partition = stored.partition
                          and own.next_offset >= stored.next_offset)`;

// Sorted, so that two consumers of a group whose batches overlap cannot deadlock.
const moveSql = (first: number, condition = '') => `
    insert into consumer_position as own (consumer_group, topic, partition, next_offset)
    select $1, topic, partition, next_offset
      from unnest($${first}::text[], $${first + 1}::integer[], $${first + 2}::bigint[])
           as reached (topic, partition, next_offset) ${condition}
     order by topic, partition
    on conflict (consumer_group, topic, partition)
      do update set next_offset = excluded.next_offset, moved_at = now()`;

// A log that lost its end goes on at a lower offset: new events of a partition may move its position back. A partition
// without new events was handled before, perhaps by another process that is further.
const CLAIM = `
  with event as (
    select * from unnest($2::uuid[], $3::text[], $4::integer[]) as event (event_id, topic, partition)
  ), claimed as (
    insert into inbox (consumer_group, event_id)
    select $1, event_id from event order by event_id
    on conflict do nothing
    returning event_id
  ), moved as (${moveSql(5)}
     where own.next_offset < excluded.next_offset
        or exists (select from claimed join event using (event_id)
                    where event.topic = own.topic and event.partition = own.partition)
  ), lost as (${lostSql(8)}
  )
  select event_id from claimed union all select null from lost`;

const UNCLAIM = 'delete from inbox where consumer_group = $1 and event_id = any($2::uuid[])';

const POSITIONS = `
  select topic, partition, next_offset::text as "nextOffset", moved_at as "movedAt"
    from consumer_position
   where consumer_group = $1`;

type Claim = Partition & { readonly eventId: string };

const NO_STEPS: Steps = { reached: [], stored: [] };

/**
 * Claims those of the events that no committed transaction of this group has claimed, and returns their ids. Moves the
 * group to the positions that the batch reached. Throws PositionLostError; then the caller must roll back.
 */
export async function claimNew(
  tx: Pick<ClientBase, 'query'>,
  group: string,
  events: readonly Claim[],
  { reached, stored }: Steps = NO_STEPS,
): Promise<Set<string>> {
  if (events.length === 0 && reached.length === 0) return new Set();
  const [topics, partitions] = columnsOf(events);
  const ids = uuidArray(events.map(({ eventId }) => eventId));
  const values = [group, ids, topics, partitions, ...offsetsOf(reached), ...offsetsOf(stored)];
  const { rows } = await tx.query<{ event_id: string | null }>(prepared(CLAIM, values));
  const claimed = rows.flatMap((row) => row.event_id ?? []);
  if (claimed.length < rows.length) throw positionLost(group);
  return new Set(claimed);
}

function positionLost(group: string): PositionLostError {
  return new PositionLostError(`the database has lost commits of ${group}`);
}

/** A batch that commits meanwhile may be further. */
const MOVE_ON = `
  with lost as (${lostSql(5)}
  ), moved as (${moveSql(2, 'where not exists (select from lost)')}
     where own.next_offset < excluded.next_offset
  )
  select from lost`;

/** Moves the group to positions that it reached without anything to handle. Throws PositionLostError. */
export async function moveOn(
  db: Pick<ClientBase, 'query'>,
  group: string,
  { reached, stored }: Steps,
): Promise<void> {
  if (reached.length === 0 && stored.length === 0) return;
  const values = [group, ...offsetsOf(reached), ...offsetsOf(stored)];
  const { rowCount } = await db.query(prepared(MOVE_ON, values));
  if (rowCount !== 0) throw positionLost(group);
}

function columnsOf(partitions: readonly Partition[]) {
  return [
    textArray(partitions.map(({ topic }) => topic)),
    integerArray(partitions.map(({ partition }) => partition)),
  ] as const;
}

function offsetsOf(positions: readonly Position[]): unknown[] {
  const offsets = bigintArray(positions.map(({ nextOffset }) => Number(nextOffset)));
  return [...columnsOf(positions), offsets];
}

type StoredPosition = Position & { readonly movedAt: Date };

/** Where the database is in each partition of which it has handled a record. */
export async function readPositions(
  db: Pick<ClientBase, 'query'>,
  group: string,
): Promise<readonly StoredPosition[]> {
  return (await db.query<StoredPosition>(POSITIONS, [group])).rows;
}

/** How far the clocks of two machines may differ. */
const CLOCK_SKEW_MAX_MS = 60_000;

/** Where the database is behind the log's own offsets, because it was restored to about that time. */
export async function findPositionsBehind(
  db: Pick<ClientBase, 'query'>,
  group: string,
  inLog: readonly Position[],
) {
  const stored = await readPositions(db, group);
  const positions = inLog.flatMap((position) => {
    const own = stored.find((one) => partitionName(one) === partitionName(position));
    // A partition of which the database has handled nothing is read from its beginning.
    const nextOffset = own?.nextOffset ?? '0';
    return BigInt(nextOffset) < BigInt(position.nextOffset) ? [{ ...position, nextOffset }] : [];
  });
  const assigned = new Set(inLog.map(partitionName));
  const ofAssigned = stored.filter((position) => assigned.has(partitionName(position)));
  const lastMs = Math.max(...stored.map(({ movedAt }) => movedAt.getTime()), CLOCK_SKEW_MAX_MS);
  return { positions, stored: ofAssigned, restoredTo: new Date(lastMs - CLOCK_SKEW_MAX_MS) };
}
