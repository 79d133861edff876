import { BATCH_SIZE_MAX, type ReceivedRecord } from '../event-log.ts';
import type { Session } from '../session.ts';
import type { Partition } from './membership.ts';

const LOCK_KEY = `hashtextextended($1 || ' ' || topic || ' ' || partition, 0)`;

const LOCK = `
  select topic, partition, pg_try_advisory_lock(${LOCK_KEY}) as held
    from unnest($2::text[], $3::integer[]) as wanted (topic, partition)`;

const UNLOCK = `
  select pg_advisory_unlock(${LOCK_KEY})
    from unnest($2::text[], $3::integer[]) as held (topic, partition)`;

// A new group starts at the beginning: at the oldest record that is still there.
const START = `
  insert into group_offset (consumer_group, topic, partition, next_offset)
  select $1, topic, partition, coalesce(
           (select min(log_offset) from log_record
             where log_record.topic = held.topic and log_record.partition = held.partition), 0)
    from unnest($2::text[], $3::integer[]) as held (topic, partition)
  on conflict do nothing`;

const POSITIONS = `
  select topic, partition, next_offset
    from group_offset
    join unnest($2::text[], $3::integer[]) as held (topic, partition) using (topic, partition)
   where consumer_group = $1`;

const FETCH = `
  select record.*
    from unnest($1::text[], $2::integer[], $3::bigint[])
         with ordinality as held (topic, partition, next_offset, turn),
         lateral (
           select topic, partition, log_offset, key, value, headers
             from log_record
            where log_record.topic = held.topic
              and log_record.partition = held.partition
              and log_record.log_offset >= held.next_offset
            order by log_offset
            limit $4
         ) as record
   order by held.turn, record.log_offset
   limit $4`;

// Compare and set: whoever lost the partition without noticing cannot move it.
const ADVANCE = `
  update group_offset
     set next_offset = moved.next_offset
    from unnest($2::text[], $3::integer[], $4::bigint[], $5::bigint[])
         as moved (topic, partition, expected, next_offset)
   where consumer_group = $1
     and group_offset.topic = moved.topic
     and group_offset.partition = moved.partition
     and group_offset.next_offset = moved.expected`;

type Position = Partition & { readonly nextOffset: string };
type RecordRow = Omit<ReceivedRecord, 'offset'> & { readonly log_offset: string };

/** The partitions a member holds the lock of, and how far it has come in each. */
export function openHoldings(session: Session, group: string) {
  const positions = new Map<string, Position>();

  async function take(wanted: readonly Partition[]): Promise<number> {
    const missing = wanted.filter((partition) => !positions.has(nameOf(partition)));
    if (missing.length === 0) return 0;
    type Attempt = Partition & { held: boolean };
    const { rows } = await session.query<Attempt>(LOCK, [group, ...columns(missing)]);
    const locked = rows.filter(({ held }) => held);
    if (locked.length === 0) return 0;
    // Only now, behind the lock, is the offset sure to stand still.
    await session.query(START, [group, ...columns(locked)]);
    type Row = Partition & { next_offset: string };
    const found = await session.query<Row>(POSITIONS, [group, ...columns(locked)]);
    for (const { topic, partition, next_offset } of found.rows) {
      positions.set(nameOf({ topic, partition }), { topic, partition, nextOffset: next_offset });
    }
    return locked.length;
  }

  async function release(wanted: readonly Partition[]): Promise<number> {
    const kept = new Set(wanted.map(nameOf));
    const surplus = [...positions.values()].filter((position) => !kept.has(nameOf(position)));
    if (surplus.length === 0) return 0;
    for (const position of surplus) positions.delete(nameOf(position));
    await session.query(UNLOCK, [group, ...columns(surplus)]);
    return surplus.length;
  }

  /** Partitions take turns at the front, so that a long one does not starve the others. */
  function rotate(): void {
    const [first] = positions.entries();
    if (!first) return;
    positions.delete(first[0]);
    positions.set(...first);
  }

  async function fetch(isDue: (partition: Partition) => boolean): Promise<ReceivedRecord[]> {
    rotate();
    const due = [...positions.values()].filter(isDue);
    if (due.length === 0) return [];
    const offsets = due.map(({ nextOffset }) => nextOffset);
    const values = [...columns(due), offsets, BATCH_SIZE_MAX];
    const { rows } = await session.query<RecordRow>(FETCH, values);
    return rows.map(({ log_offset, ...record }) => ({ ...record, offset: log_offset }));
  }

  async function advance(handled: readonly ReceivedRecord[]): Promise<void> {
    const last = new Map(handled.map((record) => [nameOf(record), record]));
    const moved = [...last.values()].map(({ topic, partition, offset }) => {
      const expected = positions.get(nameOf({ topic, partition }))?.nextOffset ?? '-1';
      return { topic, partition, expected, nextOffset: String(BigInt(offset) + 1n) };
    });
    const { rowCount } = await session.query(ADVANCE, [
      group,
      ...columns(moved),
      moved.map(({ expected }) => expected),
      moved.map(({ nextOffset }) => nextOffset),
    ]);
    if (rowCount !== moved.length) throw new Error(`offsets of ${group} were moved by another`);
    for (const { topic, partition, nextOffset } of moved) {
      positions.set(nameOf({ topic, partition }), { topic, partition, nextOffset });
    }
  }

  return { take, release, fetch, advance, held: () => [...positions.values()] };
}

function columns(partitions: readonly Partition[]): [string[], number[]] {
  return [partitions.map(({ topic }) => topic), partitions.map(({ partition }) => partition)];
}

export function nameOf({ topic, partition }: Partition): string {
  return `${topic} ${partition}`;
}
