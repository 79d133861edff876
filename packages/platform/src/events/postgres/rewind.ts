import { withClient } from '../../db/with-client.ts';

type Rewind = { readonly group: string; readonly topics: readonly string[]; readonly from: Date };

// A partition without a row has not been read yet: its group starts at the oldest record anyway.
// Rows are locked first, so that no offset moves while it is compared.
const REWIND = `
  with held as materialized (
    select topic, partition, next_offset from group_offset
     where consumer_group = $1 and topic = any($2)
     order by topic, partition
       for update
  ), target as (
    select topic, partition, next_offset,
           (select min(log_offset) from log_record
             where log_record.topic = held.topic
               and log_record.partition = held.partition and at >= $3) as first
      from held
  ), moved as (
    update group_offset
       set next_offset = target.first
      from target
     where consumer_group = $1
       and group_offset.topic = target.topic
       and group_offset.partition = target.partition
       and target.first < target.next_offset
    returning target.next_offset - target.first as again
  )
  select coalesce(sum(again), 0)::integer as records from moved`;

/** A member whose session is terminated opens another one and reads its positions from the table. */
const START_OVER = `
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and application_name = $1`;

const QUERY_MAX_MS = 60_000;

/** Returns how many records will be read again. */
export function rewindPostgresGroup(url: string, { group, topics, from }: Rewind): Promise<number> {
  return withClient({ url, queryMaxMs: QUERY_MAX_MS }, async (client) => {
    const { rows } = await client.query<{ records: number }>(REWIND, [group, topics, from]);
    await client.query(START_OVER, [`consumer ${group}`]);
    return rows[0]?.records ?? 0;
  });
}
