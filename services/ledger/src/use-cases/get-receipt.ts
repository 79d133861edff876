import { AppError } from '@entrada/platform/errors/app-error';
import { digestOf, GENESIS } from '../domain/link.ts';
import { type LinkProof, linkProofOf, PROOF_LENGTH_MAX } from '../domain/link-proof.ts';
import {
  type ProvenReturn,
  RETURNS_LISTED_MAX,
  type Receipt,
  receiptOf,
} from '../domain/receipt.ts';
import type { Ports } from '../ports.ts';

/** How late the job that signs begins, at most. */
const SIGNED_LATE_MS = 5_000;

/** A credit and what was returned of it, each with the links to the next checkpoint and our signature there. */
export function getReceipt({ chain, checkpoints, checkpointEveryMs }: Ports) {
  return async (accountId: string, chargeId: string): Promise<Receipt> => {
    const seq = await chain.creditSeq(accountId, chargeId);
    if (seq === null) {
      throw new AppError('NOT_FOUND', 'Charge not found', { reason: 'charge_not_found' });
    }
    const credit = await prove(accountId, seq);
    const returned: ProvenReturn[] = [];
    for (const one of await chain.returnsOf(accountId, chargeId, RETURNS_LISTED_MAX + 1)) {
      returned.push({ proof: await prove(accountId, one.seq), natureza: one.natureza });
    }
    return receiptOf(credit, returned);
  };

  async function prove(holderId: string, seq: number): Promise<LinkProof> {
    const checkpoint = await checkpoints.covering(holderId, seq);
    if (!checkpoint) {
      throw new AppError('UNAVAILABLE', 'The receipt is not signed yet', {
        reason: 'receipt_not_ready',
        retryAfterMs: checkpointEveryMs + SIGNED_LATE_MS,
      });
    }
    const links = await chain.links({
      holderId,
      afterSeq: Math.max(0, seq - 2),
      toSeq: checkpoint.seq,
      limit: PROOF_LENGTH_MAX + 2,
    });
    const place = links.findIndex((link) => link.seq === seq);
    const found = links[place];
    if (!found) throw new Error(`link ${seq} of account ${holderId} is gone`);
    const { hash: _, ...linked } = found;
    return linkProofOf({
      linked,
      previous: links[place - 1]?.hash ?? GENESIS,
      laterDigests: links.slice(place + 1).map(digestOf),
      checkpoint,
    });
  }
}
