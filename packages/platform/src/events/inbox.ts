import type { ClientBase } from 'pg';
import { bigintArray, integerArray, textArray, uuidArray } from '../db/array-parameter.ts';
import type { Position } from './event-log.ts';

// Sorted, so that two consumers of a group whose batches overlap cannot deadlock.
const CLAIM = {
  name: 'claim-events',
  text: `
  with moved as (
    insert into consumer_position (consumer_group, topic, partition, next_offset)
    select $1, topic, partition, next_offset
      from unnest($3::text[], $4::integer[], $5::bigint[]) as reached (topic, partition, next_offset)
     order by topic, partition
    on conflict (consumer_group, topic, partition)
      do update set next_offset = excluded.next_offset, moved_at = now()
  )
  insert into inbox (consumer_group, event_id)
  select $1, event_id from unnest($2::uuid[]) as event_id order by event_id
  on conflict do nothing
  returning event_id`,
};

const HANDLED =
  'select event_id from inbox where consumer_group = $1 and event_id = any($2::uuid[])';

const POSITIONS = `
  select topic, partition, next_offset::text as "nextOffset", moved_at as "movedAt"
    from consumer_position
   where consumer_group = $1`;

/**
 * Claims those of the ids that no committed transaction of this group has claimed, and returns them. Moves the
 * group to the positions that the batch reached.
 */
export async function claimNew(
  tx: ClientBase,
  group: string,
  eventIds: readonly string[],
  reached: readonly Position[],
): Promise<Set<string>> {
  if (eventIds.length === 0 && reached.length === 0) return new Set();
  const { rows } = await tx.query<{ event_id: string }>({
    ...CLAIM,
    values: [
      group,
      uuidArray(eventIds),
      textArray(reached.map(({ topic }) => topic)),
      integerArray(reached.map(({ partition }) => partition)),
      bigintArray(reached.map(({ nextOffset }) => Number(nextOffset))),
    ],
  });
  return new Set(rows.map((row) => row.event_id));
}

export async function alreadyHandled(
  tx: ClientBase,
  group: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const { rows } = await tx.query<{ event_id: string }>(HANDLED, [group, uuidArray(eventIds)]);
  return new Set(rows.map((row) => row.event_id));
}

export type StoredPosition = Position & { readonly movedAt: Date };

/** Where the database is in each partition of which it has handled a record. */
export async function readPositions(
  db: Pick<ClientBase, 'query'>,
  group: string,
): Promise<readonly StoredPosition[]> {
  return (await db.query<StoredPosition>(POSITIONS, [group])).rows;
}
