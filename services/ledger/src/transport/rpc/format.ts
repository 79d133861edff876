import { messageOf } from '@entrada/contracts/message';
import type { AccountIds } from '@entrada/platform/db/public-ids';
import { type MovementKind, PLATFORM_ID } from '../../domain/posting.ts';
import type { StatementEntry, TimelineEntry } from '../../domain/statement.ts';
import type { SuspenseItem } from '../../domain/suspense.ts';

const DESCRIPTION: Record<MovementKind, string> = {
  DEPOSIT: 'Deposit',
  SUSPENSE: 'Payment in suspense',
  SUSPENSE_CREDIT: 'Payment released from suspense',
  SUSPENSE_REFUND: 'Payment in suspense refunded',
  REFUND_HOLD: 'Refund to the payer',
  REFUND_SETTLE: 'Refund settled',
  REFUND_RELEASE: 'Refund refused by the bank',
  BANK_RETURN: 'Payment returned by the bank',
  OWED_ADVANCE: 'Not covered: owed and repaid from later credits',
  OWED_REPAYMENT: 'Repayment of what is owed',
};

const TIMELINE_KIND: Record<MovementKind, string> = {
  DEPOSIT: 'credited',
  SUSPENSE: 'suspended',
  SUSPENSE_CREDIT: 'suspense_credited',
  SUSPENSE_REFUND: 'suspense_refunded',
  REFUND_HOLD: 'refund_held',
  REFUND_SETTLE: 'refund_booked',
  REFUND_RELEASE: 'refund_released',
  BANK_RETURN: 'returned_by_bank',
  OWED_ADVANCE: 'owed_advanced',
  OWED_REPAYMENT: 'owed_repaid',
};

export function toEntry(entry: StatementEntry, ids: AccountIds) {
  return messageOf({
    ...entry,
    id: ids.encode(Number(entry.id)),
    description: DESCRIPTION[entry.kind],
  });
}

export function toTimelineEntry(entry: TimelineEntry) {
  const { at, kind, transactionId, amountCents, reference, traceId } = entry;
  const detail = { transactionId, amount: amountCents, ...(reference && { reference }) };
  return messageOf({ at, kind: TIMELINE_KIND[kind], detail: JSON.stringify(detail), traceId });
}

export function toSuspenseItem({ holderId, payer, ...item }: SuspenseItem) {
  return messageOf({
    ...item,
    accountId: item.creditedTo ?? (holderId === PLATFORM_ID ? null : holderId),
    payerName: payer?.name,
    payerDocument: payer?.document,
  });
}
