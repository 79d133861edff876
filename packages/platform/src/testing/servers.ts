import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { requiredAddress, workerId } from './environment.ts';

export function testKafkaBrokers(): string[] {
  return requiredAddress('TEST_KAFKA_BROKERS').split(',');
}

/** The shared Redis and a key space of the caller's own in it. */
export function testRedis(): { url: string; keyPrefix: string } {
  return { url: requiredAddress('TEST_REDIS_URL'), keyPrefix: freshPrefix() };
}

/** For topics, groups and keys, so that no other test or earlier run has used their names. */
export function freshPrefix(): string {
  return `test-${workerId()}-${randomBytes(6).toString('hex')}-`;
}

const LEADERS = `
  select count(*)::integer as count
    from pg_locks join pg_stat_activity using (pid)
   where locktype = 'advisory' and mode = 'ExclusiveLock'
     and application_name = 'relay' and datname = current_database()`;

/** How many relays of this database hold the lock of the leader. */
export async function relayLeaderCount(pool: Pool): Promise<number> {
  return (await pool.query(LEADERS)).rows[0].count;
}
