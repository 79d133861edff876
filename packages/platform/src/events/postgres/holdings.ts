import type { Session } from '../../db/session.ts';
import type { Position, ReceivedRecord, SetBack } from '../event-log.ts';
import type { Partition } from './membership.ts';
import { readFrom } from './read-from.ts';

const LOCK_KEY = `hashtextextended($1 || ' ' || topic || ' ' || partition, 0)`;

const LOCK = `
  select topic, partition, pg_try_advisory_lock(${LOCK_KEY}) as held
    from unnest($2::text[], $3::integer[]) as wanted (topic, partition)`;

const UNLOCK = `
  select pg_advisory_unlock(${LOCK_KEY})
    from unnest($2::text[], $3::integer[]) as held (topic, partition)`;

// A new group starts at the oldest record that is still stored, which is the first one from 0 on.
const START = `
  insert into group_offset (consumer_group, topic, partition, next_offset)
  select $1, topic, partition, 0
    from unnest($2::text[], $3::integer[]) as held (topic, partition)
  on conflict do nothing`;

const POSITIONS = `
  select topic, partition, next_offset::text as "nextOffset"
    from group_offset
    join unnest($2::text[], $3::integer[]) as held (topic, partition) using (topic, partition)
   where consumer_group = $1`;

const SET_BACK = `
  update group_offset
     set next_offset = least(group_offset.next_offset, back.next_offset)
    from unnest($2::text[], $3::integer[], $4::bigint[]) as back (topic, partition, next_offset)
   where consumer_group = $1
     and group_offset.topic = back.topic
     and group_offset.partition = back.partition`;

// Compare and set: a member that lost the partition without noticing cannot move its offset.
const ADVANCE = `
  update group_offset
     set next_offset = moved.next_offset
    from unnest($2::text[], $3::integer[], $4::bigint[], $5::bigint[])
         as moved (topic, partition, expected, next_offset)
   where consumer_group = $1
     and group_offset.topic = moved.topic
     and group_offset.partition = moved.partition
     and group_offset.next_offset = moved.expected`;

type Wanted = {
  readonly isDue: (partition: Partition) => boolean;
  readonly after: readonly ReceivedRecord[];
  readonly limit: number;
};

/** The partitions that a member has locked, and its position in each. */
export function openHoldings(session: Session, group: string, setBack?: SetBack) {
  const positions = new Map<string, Position>();
  let changes = 0;

  async function take(wanted: readonly Partition[]): Promise<number> {
    const missing = wanted.filter((partition) => !positions.has(nameOf(partition)));
    if (missing.length === 0) return 0;
    type Attempt = Partition & { held: boolean };
    const { rows } = await session.query<Attempt>(LOCK, [group, ...columns(missing)]);
    const locked = rows.filter(({ held }) => held);
    if (locked.length === 0) return 0;
    // Read under the lock: only then can no other member move the offset.
    await session.query(START, [group, ...columns(locked)]);
    for (const position of await startingPositions(locked, { session, group, setBack })) {
      positions.set(nameOf(position), position);
    }
    changes += 1;
    return locked.length;
  }

  async function release(wanted: readonly Partition[]): Promise<number> {
    const kept = new Set(wanted.map(nameOf));
    const surplus = [...positions.values()].filter((position) => !kept.has(nameOf(position)));
    if (surplus.length === 0) return 0;
    for (const position of surplus) positions.delete(nameOf(position));
    changes += 1;
    await session.query(UNLOCK, [group, ...columns(surplus)]);
    return surplus.length;
  }

  /** Rotates the first partition, so that a long one does not starve the others. */
  function rotate(): void {
    const [first] = positions.entries();
    if (!first) return;
    positions.delete(first[0]);
    positions.set(...first);
  }

  /** Records that follow those in `after`, which are being handled. */
  function fetch({ isDue, after, limit }: Wanted): Promise<ReceivedRecord[]> {
    rotate();
    return readFrom(session, positionsAfter([...positions.values()].filter(isDue), after), limit);
  }

  async function advance(handled: readonly ReceivedRecord[]): Promise<void> {
    const moved = [...lastByPartition(handled).values()].map((last) => {
      const { topic, partition } = last;
      const expected = positions.get(nameOf(last))?.nextOffset ?? '-1';
      return { topic, partition, expected, nextOffset: offsetAfter(last) };
    });
    const { rowCount } = await session.query(ADVANCE, [
      group,
      ...columns(moved),
      moved.map(({ expected }) => expected),
      moved.map(({ nextOffset }) => nextOffset),
    ]);
    if (rowCount !== moved.length)
      throw new Error(`offsets of ${group} were moved by another member`);
    for (const { topic, partition, nextOffset } of moved) {
      positions.set(nameOf({ topic, partition }), { topic, partition, nextOffset });
    }
  }

  const held = () => [...positions.values()];
  /** `changes` counts how often the held partitions changed. */
  return { take, release, fetch, advance, held, changes: () => changes };
}

type Reader = {
  readonly session: Session;
  readonly group: string;
  readonly setBack: SetBack | undefined;
};

async function startingPositions(
  locked: readonly Partition[],
  { session, group, setBack }: Reader,
): Promise<readonly Position[]> {
  const read = () => session.query<Position>(POSITIONS, [group, ...columns(locked)]);
  const { rows } = await read();
  const back = (await setBack?.(rows)) ?? [];
  if (back.length === 0) return rows;
  const offsets = back.map(({ nextOffset }) => nextOffset);
  await session.query(SET_BACK, [group, ...columns(back), offsets]);
  return (await read()).rows;
}

function positionsAfter(
  positions: readonly Position[],
  records: readonly ReceivedRecord[],
): readonly Position[] {
  const reached = lastByPartition(records);
  return positions.map((position) => {
    const last = reached.get(nameOf(position));
    return last ? { ...position, nextOffset: offsetAfter(last) } : position;
  });
}

function lastByPartition(records: readonly ReceivedRecord[]): Map<string, ReceivedRecord> {
  return new Map(records.map((record) => [nameOf(record), record]));
}

function offsetAfter({ offset }: ReceivedRecord): string {
  return String(BigInt(offset) + 1n);
}

function columns(partitions: readonly Partition[]): [string[], number[]] {
  return [partitions.map(({ topic }) => topic), partitions.map(({ partition }) => partition)];
}

export function nameOf({ topic, partition }: Partition): string {
  return `${topic} ${partition}`;
}
