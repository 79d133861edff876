import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ChargeEvent, LedgerEvent } from '@entrada/contracts/services';
import { Topic } from '@entrada/contracts/topics';
import { EVENT_ID_HEADER, type EventRecord } from '@entrada/platform/events/event-log';
import { eventIdOf } from '@entrada/platform/events/outbox';

/** So many accounts, the same in every round. */
export function accountIds(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const hex = createHash('sha256').update(String(index)).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  });
}

/** As charges and the bank make them: they begin with the time. */
export function newNames(at: Date): { chargeId: string; endToEndId: string } {
  const seconds = Math.floor(at.getTime() / 1000).toString(16);
  const minute = at.toISOString().replaceAll(/\D/g, '').slice(0, 12);
  const random = randomBytes(8).toString('hex');
  return {
    chargeId: `${seconds}${random}`,
    endToEndId: `E00000000${minute}${random.slice(0, 11)}`,
  };
}

/** A paid charge of 50.00, as charges publishes it. */
export function paid(accountId: string): EventRecord {
  const chargeCompleted = chargeOf(accountId);
  return {
    topic: Topic.Charges,
    key: chargeCompleted.chargeId,
    value: ChargeEvent.serialize({ chargeCompleted }),
    headers: { [EVENT_ID_HEADER]: eventIdOf('charge-completed', chargeCompleted.chargeId) },
  };
}

/** Its credit, committed just now, as the ledger publishes it. */
export function credit(accountId: string): EventRecord {
  const creditedAt = new Date().toISOString();
  const charge = chargeOf(accountId);
  const depositCredited = { transactionId: randomUUID(), creditedCents: 4950, creditedAt, charge };
  return {
    topic: Topic.Ledger,
    key: accountId,
    value: LedgerEvent.serialize({ depositCredited }),
    headers: { [EVENT_ID_HEADER]: randomUUID() },
  };
}

function chargeOf(accountId: string) {
  const at = new Date();
  const now = at.toISOString();
  return {
    ...newNames(at),
    accountId,
    paymentLinkId: randomUUID(),
    valueCents: 5000,
    originalValueCents: 5000,
    feeCents: 50,
    paidCents: 5000,
    createdAt: now,
    paidAt: now,
    confirmedAt: now,
  };
}
