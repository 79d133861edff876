import pg from 'pg';
import type { Rewind } from '../rewind.ts';

const REWIND = `
  insert into group_offset (consumer_group, topic, partition, next_offset)
  select $1, topic, partition, coalesce(
           (select min(log_offset) from log_record
             where log_record.topic = log_partition.topic
               and log_record.partition = log_partition.partition and at >= $3),
           next_offset)
    from log_partition where topic = any($2)
  on conflict (consumer_group, topic, partition) do update set next_offset = excluded.next_offset`;

/** A member that lost its session opens another, and takes its places from the table. */
const START_OVER = `
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and application_name = $1`;

const CONNECT_MAX_MS = 3_000;
const QUERY_MAX_MS = 60_000;

export async function rewindPostgresGroup(
  url: string,
  { group, topics, to }: Rewind,
): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MAX_MS,
    query_timeout: QUERY_MAX_MS,
  });
  await client.connect();
  try {
    await client.query(REWIND, [group, topics, to]);
    await client.query(START_OVER, [`consumer ${group}`]);
  } finally {
    await client.end();
  }
}
