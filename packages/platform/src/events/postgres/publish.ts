import type { Pool } from 'pg';
import { byteaArray, integerArray, jsonbArray, textArray } from '../../db/array-parameter.ts';
import type { EventRecord } from '../event-log.ts';
import { partitionOf, partitionsOf } from './topics.ts';

const APPEND =
  'select append_records($1::text[], $2::integer[], $3::text[], $4::bytea[], $5::jsonb[])';

/** One statement, so one transaction: either all records are durable when it returns or none is. */
export function publishTo(pool: Pool) {
  const partitionCounts = new Map<string, number>();
  return async (records: readonly EventRecord[]): Promise<void> => {
    if (records.length === 0) return;
    const topics = [...new Set(records.map(({ topic }) => topic))];
    const unseen = topics.filter((topic) => !partitionCounts.has(topic));
    if (unseen.length > 0) {
      const counts = await partitionsOf(pool, unseen);
      for (const [topic, count] of counts) partitionCounts.set(topic, count);
    }
    await pool.query(APPEND, [
      textArray(records.map(({ topic }) => topic)),
      integerArray(
        records.map(({ topic, key }) => partitionOf(key, partitionCounts.get(topic) ?? 1)),
      ),
      textArray(records.map(({ key }) => key)),
      byteaArray(records.map(({ value }) => value)),
      jsonbArray(records.map(({ headers }) => JSON.stringify(headers))),
    ]);
  };
}
