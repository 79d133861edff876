import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { transact } from '../../src/db/transaction.ts';
import { appendToOutbox } from '../../src/events/outbox.ts';

type Row = { readonly key: string; readonly value: string; readonly eventId?: string };

/** Commits events as a service does, together. */
export async function appendEvents(pool: Pool, topic: string, rows: readonly Row[]): Promise<void> {
  const events = rows.map(({ key, value, eventId = randomUUID() }) => ({
    topic,
    key,
    eventId,
    value: Buffer.from(value),
  }));
  await transact(pool, (tx) => appendToOutbox(tx, events));
}

export async function unpublishedCount(pool: Pool): Promise<number> {
  const { rows } = await pool.query('select count(*) from outbox where published_at is null');
  return rows[0].count;
}
