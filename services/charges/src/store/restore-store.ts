import type { Pool } from 'pg';

const NOTE = 'insert into restore (restored_to) values ($1)';

/** This database was restored to what it was then; `isRestored` of a charge follows from it. */
export async function noteRestore(db: Pool, restoredTo: Date): Promise<void> {
  await db.query(NOTE, [restoredTo]);
}
