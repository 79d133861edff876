import type { ClientBase } from 'pg';
import { uuidArray } from '../db/array-parameter.ts';

// Sorted, so that two consumers of a group whose batches overlap cannot deadlock.
const CLAIM = {
  name: 'claim-events',
  text: `
  insert into inbox (consumer_group, event_id)
  select $1, event_id from unnest($2::uuid[]) as event_id order by event_id
  on conflict do nothing
  returning event_id`,
};

const HANDLED =
  'select event_id from inbox where consumer_group = $1 and event_id = any($2::uuid[])';

/** Those of the ids that no committed transaction of this group has claimed, now claimed by this one. */
export async function claimNew(
  tx: ClientBase,
  group: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const { rows } = await tx.query<{ event_id: string }>({
    ...CLAIM,
    values: [group, uuidArray(eventIds)],
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
