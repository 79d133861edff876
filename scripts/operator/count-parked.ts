import type { Pool } from 'pg';

type Key = { readonly group: string; readonly topic: string; readonly key: string };
type Place = { readonly topic: string; readonly partition: number; readonly offset: string };

const OF_KEY = `
  select count(*)::int as count from parked_record
   where consumer_group = $1 and topic = $2 and key = $3`;
const AT_PLACE = `
  select count(*)::int as count from parked_record
   where topic = $1 and partition = $2 and log_offset = $3`;

/** Asked before the audit log hears of a decision, so that none about nothing is in it. */
export function countOfKey(pool: Pool, { group, topic, key }: Key): Promise<number> {
  return count(pool, OF_KEY, [group, topic, key]);
}

export function countAtPlace(pool: Pool, { topic, partition, offset }: Place): Promise<number> {
  return count(pool, AT_PLACE, [topic, partition, offset]);
}

async function count(pool: Pool, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(text, [...values]);
  return rows[0]?.count ?? 0;
}
