import type { Pool } from 'pg';

/** So much is removed at a time that no lock is held for long. */
const BATCH_SIZE_MAX = 5_000;
const BATCHES_MAX = 20;

/** Published facts are kept for a day for whoever investigates. */
const STATEMENTS = [
  `delete from outbox where id in (
     select id from outbox where published_at < now() - interval '1 day' limit $1)`,
  `delete from create_request where (account_id, key) in (
     select account_id, key from create_request where created_at < now() - interval '72 hours' limit $1)`,
  `delete from parked_report where id in (
     select id from parked_report where parked_at < now() - interval '90 days' limit $1)`,
] as const;

export function pruner(db: Pool) {
  return async (): Promise<void> => {
    for (const statement of STATEMENTS) {
      for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
        const { rowCount } = await db.query(statement, [BATCH_SIZE_MAX]);
        if ((rowCount ?? 0) < BATCH_SIZE_MAX) break;
      }
    }
  };
}
