import { createHash, randomUUID } from 'node:crypto';
import { ChargeEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';

/** So many accounts, the same in every round. */
export function accountIds(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const hex = createHash('sha256').update(String(index)).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  });
}

/** A paid charge of 50.00, as charges announces it. */
export function paid(accountId: string): EventRecord {
  const id = randomUUID().replaceAll('-', '');
  const chargeId = id.slice(0, 24);
  const now = new Date().toISOString();
  const chargeCompleted = {
    chargeId,
    accountId,
    paymentLinkId: randomUUID(),
    valueCents: 5000,
    originalValueCents: 5000,
    feeCents: 50,
    paidCents: 5000,
    endToEndId: `E${id.slice(0, 31)}`,
    createdAt: now,
    paidAt: now,
    confirmedAt: now,
  };
  return {
    topic: Topic.Charges,
    key: chargeId,
    value: ChargeEvent.serialize({ chargeCompleted }),
    headers: { [EVENT_ID_HEADER]: randomUUID() },
  };
}
