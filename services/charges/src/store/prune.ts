import { prune } from '@entrada/platform/db/prune';
import type { Pool } from 'pg';

/** The outbox is pruned by its relay. */
const STATEMENTS = [
  `delete from create_request where (account_id, key) in (
     select account_id, key from create_request where created_at < now() - interval '72 hours' limit $1)`,
  // What is not resolved is never removed.
  `delete from unclear_payment where id in (
     select id from unclear_payment where resolved_at < now() - interval '90 days' limit $1)`,
  `delete from velocity_day where (account_id, kind, day) in (
     select account_id, kind, day from velocity_day where day < now() - interval '30 days' limit $1)`,
] as const;

export function pruner(db: Pool) {
  return async (): Promise<void> => {
    for (const statement of STATEMENTS) await prune(db, statement);
  };
}
