import type { Pool } from 'pg';
import type { Restore } from '../domain/audit-event.ts';

const NOTED_MAX = 1_000;

const NOTE = 'insert into restore (restored_to) values ($1)';

const LATEST = {
  name: 'latest-restores',
  text: `
  select restored_to, noted_at from restore
   order by noted_at desc
   limit ${NOTED_MAX}`,
};

type Row = { restored_to: Date; noted_at: Date };

/** These books were restored to what they were then. */
export async function noteRestore(db: Pool, restoredTo: Date): Promise<void> {
  await db.query(NOTE, [restoredTo]);
}

export async function restores(db: Pool): Promise<readonly Restore[]> {
  const { rows } = await db.query<Row>(LATEST);
  return rows.map((row) => ({ restoredTo: row.restored_to, notedAt: row.noted_at }));
}
