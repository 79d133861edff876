import { prune } from '@entrada/platform/db/prune';
import type { Pool } from 'pg';
import { PROOF_LENGTH_MAX } from '../domain/link-proof.ts';

/**
 * Entries and transactions are kept without end; outbox and inbox are pruned where they are used. Of
 * the checkpoints those stay that keep proofs short: every so many links, and the last.
 */
const OLD_CHECKPOINTS = `
  delete from checkpoint
    where ctid = any (array(
            select ctid from checkpoint as old
             where signed_at < now() - interval '7 days'
               and seq % ${PROOF_LENGTH_MAX} <> 0
               and exists (select from checkpoint as later
                            where later.holder_id = old.holder_id
                              and later.seq > old.seq and later.seq <= old.seq - old.seq % ${PROOF_LENGTH_MAX} + ${PROOF_LENGTH_MAX})
             limit $1))`;

export function pruner(db: Pool) {
  return (): Promise<void> => prune(db, OLD_CHECKPOINTS);
}
