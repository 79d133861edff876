import type { Charge as ChargeMessage } from '@entrada/contracts/gen/charges/v1/Charge';
import type { ChargeStatus as StatusMessage } from '@entrada/contracts/gen/charges/v1/ChargeStatus';
import type { Refund as RefundMessage } from '@entrada/contracts/gen/charges/v1/Refund';
import type { RefundStatus as RefundStatusMessage } from '@entrada/contracts/gen/charges/v1/RefundStatus';
import { orNull } from '@entrada/platform/grpc/fields';
import type { ChargeStatus, RefundStatus } from '../domain/charge.ts';

const STATUS: Partial<Record<StatusMessage, ChargeStatus>> = {
  CHARGE_STATUS_PENDING: 'PENDING',
  CHARGE_STATUS_COMPLETED: 'COMPLETED',
  CHARGE_STATUS_EXPIRED: 'EXPIRED',
  CHARGE_STATUS_CANCELED: 'CANCELED',
};
const REFUND_STATUS: Partial<Record<RefundStatusMessage, RefundStatus>> = {
  REFUND_STATUS_PROCESSING: 'PROCESSING',
  REFUND_STATUS_SETTLED: 'SETTLED',
  REFUND_STATUS_FAILED: 'FAILED',
};

export type Charge = Readonly<ReturnType<typeof toCharge>>;

export function toCharge(message: ChargeMessage) {
  const { id, emv, paymentLinkId, createdAt, expiresAt, paidLate } = message;
  return {
    id,
    emv,
    paymentLinkId,
    value: message.valueCents,
    originalValue: message.originalValueCents,
    fee: message.feeCents,
    status: toStatus(message.status),
    createdAt,
    expiresAt,
    externalId: orNull(message.externalId),
    description: orNull(message.description),
    paidAt: orNull(message.paidAt),
    paidLate,
    refundedValue: message.refundedCents,
    endToEndId: orNull(message.endToEndId),
    ...amountsPaid(message),
    metadata: message.metadata,
    payer: payerIn(message),
  };
}

type WithPayer = Pick<ChargeMessage, 'payerName' | 'payerDocument'>;

/** Null: not paid, or not reported by the bank. */
export function payerIn({ payerName: name, payerDocument: document }: WithPayer) {
  return name === '' ? null : { name, document };
}

function amountsPaid({ endToEndId, paidCents, valueCents, feeCents }: ChargeMessage) {
  if (endToEndId === '') return { paidValue: null, creditedValue: null };
  return { paidValue: paidCents, creditedValue: valueCents - feeCents };
}

export function toStatus(message: StatusMessage): ChargeStatus {
  const status = STATUS[message];
  if (!status) throw new Error(`charges answered with the status ${message}`);
  return status;
}

export function toRefund(message: RefundMessage) {
  const status = REFUND_STATUS[message.status];
  if (!status) throw new Error(`charges answered with the refund status ${message.status}`);
  const { id, valueCents: value, endToEndId, createdAt } = message;
  return {
    id,
    value,
    status,
    origin: message.origin === 'REFUND_ORIGIN_BANK' ? 'BANK' : 'CLIENT',
    natureza: orNull(message.natureza),
    reason: orNull(message.reason),
    endToEndId,
    createdAt,
    settledAt: orNull(message.settledAt),
    failure: orNull(message.failure),
    failureCode: orNull(message.failureCode),
    paymentLinkId: message.paymentLinkId,
  };
}
