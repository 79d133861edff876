import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { eventIdOf } from '@entrada/platform/events/outbox';
import type { ChargeIds, RequestKey } from '../domain/charge.ts';

/**
 * `id` and `txid` begin with the time, so that new rows are neighbours in their indexes and a large table costs no
 * more than an empty one. The payment link id, which payers see, is random and tells nothing.
 */
export function newChargeIds(at: Date): ChargeIds {
  const seconds = Math.floor(at.getTime() / 1000)
    .toString(16)
    .padStart(8, '0')
    .slice(-8);
  return {
    id: seconds + randomBytes(8).toString('hex'),
    paymentLinkId: randomUUID(),
    txid: seconds + randomBytes(12).toString('hex'),
  };
}

export function refundIdOf({ accountId, key }: RequestKey): string {
  return eventIdOf('refund', `${accountId} ${key}`);
}

const LOCKS_MAX = 2 ** 48 - 1;

/** Chosen by a process when it starts, so that no other has the same. */
export function newProcessLock(): number {
  return randomInt(LOCKS_MAX);
}
