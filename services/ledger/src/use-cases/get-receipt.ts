import { AppError } from '@entrada/platform/errors/app-error';
import { digestOf, GENESIS } from '../domain/link.ts';
import { PROOF_LENGTH_MAX, type Receipt, receiptOf } from '../domain/receipt.ts';
import type { Ports } from '../ports.ts';

/** A credit, the links from it to the next checkpoint, and our signature there. */
export function getReceipt({
  chain,
  checkpointEveryMs,
}: Pick<Ports, 'chain' | 'checkpointEveryMs'>) {
  return async (accountId: string, chargeId: string): Promise<Receipt> => {
    const seq = await chain.creditSeq(accountId, chargeId);
    if (seq === null) {
      throw new AppError('NOT_FOUND', 'Charge not found', { reason: 'charge_not_found' });
    }
    const checkpoint = await chain.covering(accountId, seq);
    if (!checkpoint) {
      throw new AppError('UNAVAILABLE', 'The receipt is not signed yet', {
        reason: 'receipt_not_ready',
        retryAfterMs: checkpointEveryMs,
      });
    }
    const links = await chain.links({
      holderId: accountId,
      afterSeq: Math.max(0, seq - 2),
      toSeq: checkpoint.seq,
      limit: PROOF_LENGTH_MAX + 2,
    });
    const place = links.findIndex((link) => link.seq === seq);
    const credit = links[place];
    if (!credit) throw new Error(`link ${seq} of account ${accountId} is gone`);
    const { hash: _, ...linked } = credit;
    return receiptOf({
      credit: linked,
      previous: links[place - 1]?.hash ?? GENESIS,
      laterDigests: links.slice(place + 1).map(digestOf),
      checkpoint,
    });
  };
}
