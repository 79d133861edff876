import type { Pool } from 'pg';
import { PROOF_LENGTH_MAX } from '../domain/receipt.ts';
import { EVERY_ACCOUNT, readAs } from './scope.ts';

/** So little at a time that no lock is held for long. */
const ROWS_MAX = 5_000;
const ROUNDS_MAX = 20;

/**
 * Entries and transactions are kept for ever; outbox and inbox are pruned where they are used. Of
 * the checkpoints those stay that keep proofs short: every so many links, and the last.
 */
const STATEMENTS = [
  `delete from checkpoint
    where ctid = any (array(
            select ctid from checkpoint as old
             where signed_at < now() - interval '7 days'
               and seq % ${PROOF_LENGTH_MAX} <> 0
               and exists (select from checkpoint as later
                            where later.holder_id = old.holder_id
                              and later.seq > old.seq and later.seq <= old.seq - old.seq % ${PROOF_LENGTH_MAX} + ${PROOF_LENGTH_MAX})
             limit $1))`,
] as const;

export function pruner(db: Pool) {
  return async (): Promise<void> => {
    for (const statement of STATEMENTS) {
      for (let round = 0; round < ROUNDS_MAX; round += 1) {
        const { rowCount } = await readAs(db, EVERY_ACCOUNT, (tx) =>
          tx.query(statement, [ROWS_MAX]),
        );
        if ((rowCount ?? 0) < ROWS_MAX) break;
      }
    }
  };
}
