import type { Pool } from 'pg';

const LEADERS = `
  select count(*)::integer as count
    from pg_locks join pg_stat_activity using (pid)
   where locktype = 'advisory' and mode = 'ExclusiveLock'
     and application_name = 'relay' and datname = current_database()`;

/** How many relays of this database hold the lock of the leader. */
export async function relayLeaderCount(pool: Pool): Promise<number> {
  return (await pool.query(LEADERS)).rows[0].count;
}
