import { hash } from 'node:crypto';
import type { QueryResult } from 'pg';
import { UnknownTopic } from '../unknown-topic.ts';

const PARTITIONS_OF = `
  select topic, count(*)::integer as partitions
    from log_partition
   where topic = any($1)
   group by topic`;

type Row = { topic: string; partitions: number };
type Queryable = { query(text: string, values: unknown[]): Promise<QueryResult> };

/** How many partitions each topic has. Throws when one of them was never created. */
export async function partitionsOf(
  db: Queryable,
  topics: readonly string[],
): Promise<Map<string, number>> {
  const rows: Row[] = (await db.query(PARTITIONS_OF, [topics])).rows;
  const found = new Map(rows.map(({ topic, partitions }) => [topic, partitions]));
  const missing = topics.filter((topic) => !found.has(topic));
  if (missing.length > 0) throw new UnknownTopic(missing);
  return found;
}

/** Must not change: another partition for an existing key would break the order of that key. */
export function partitionOf(key: string, partitions: number): number {
  return hash('sha1', key, 'buffer').readUInt32BE(0) % partitions;
}
