import type { EntryInput } from '@entrada/contracts/gen/ledger/v1/Entry';
import type { LedgerTimelineEntryInput } from '@entrada/contracts/gen/ledger/v1/LedgerTimelineEntry';
import type { SuspenseItemInput } from '@entrada/contracts/gen/ledger/v1/SuspenseItem';
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

export function toEntry(entry: StatementEntry, ids: AccountIds): EntryInput {
  const { id, at, kind, amountCents, balanceCents, paymentLinkId } = entry;
  const description = DESCRIPTION[kind];
  const amounts = { amountCents, balanceCents };
  return {
    id: ids.encode(Number(id)),
    at: at.toISOString(),
    kind,
    ...amounts,
    paymentLinkId: paymentLinkId ?? '',
    description,
    ...(entry.valueCents === null ? {} : { valueCents: entry.valueCents }),
    ...(entry.feeCents === null ? {} : { feeCents: entry.feeCents }),
    externalId: entry.externalId ?? '',
  };
}

export function toTimelineEntry(entry: TimelineEntry): LedgerTimelineEntryInput {
  const { at, kind, transactionId, amountCents, reference, traceId } = entry;
  const detail = { transactionId, amount: amountCents, ...(reference && { reference }) };
  return {
    at: at.toISOString(),
    kind: TIMELINE_KIND[kind],
    detail: JSON.stringify(detail),
    traceId: traceId ?? '',
  };
}

export function toSuspenseItem(item: SuspenseItem): SuspenseItemInput {
  const { exceptionId, kind, amountCents, endToEndId } = item;
  return {
    exceptionId,
    kind,
    amountCents,
    endToEndId,
    accountId: item.creditedTo ?? (item.holderId === PLATFORM_ID ? '' : item.holderId),
    chargeId: item.chargeId ?? '',
    returnedCents: item.returnedCents,
    suspendedAt: item.suspendedAt.toISOString(),
    resolution: item.resolution ?? '',
    failure: item.failure ?? '',
    payerName: item.payer?.name ?? '',
    payerDocument: item.payer?.document ?? '',
  };
}
