import type { ChargeStatus as StatusMessage } from '@entrada/contracts/gen/charges/v1/ChargeStatus';
import type { RefundStatus as RefundStatusMessage } from '@entrada/contracts/gen/charges/v1/RefundStatus';
import { messageOf } from '@entrada/contracts/message';
import { type Charge, ChargeStatus } from '../../domain/charge.ts';
import { type PaymentReturn, ReturnStatus } from '../../domain/payment-return.ts';
import type { UnclearPayment } from '../../domain/unclear.ts';
import type {
  AuditedCharge,
  ListedRefund,
  RecheckResult,
  TimelineEntry,
} from '../../domain/views.ts';

const STATUSES = Object.values(ChargeStatus);
const REFUND_STATUSES = Object.values(ReturnStatus);

/** Null: any. */
export function statusFilter(message: StatusMessage): ChargeStatus | null {
  return STATUSES.find((status) => message === `CHARGE_STATUS_${status}`) ?? null;
}

/** Null: any. */
export function refundStatusFilter(message: RefundStatusMessage): ReturnStatus | null {
  return REFUND_STATUSES.find((status) => message === `REFUND_STATUS_${status}`) ?? null;
}

export function chargeMessage(charge: Charge) {
  return {
    id: charge.id,
    paymentLinkId: charge.paymentLinkId,
    emv: charge.emv,
    valueCents: charge.value,
    originalValueCents: charge.originalValue,
    feeCents: charge.fee,
    status: `CHARGE_STATUS_${charge.status}` as const,
    createdAt: charge.createdAt.toISOString(),
    expiresAt: charge.expiresAt.toISOString(),
    externalId: charge.externalId ?? '',
    description: charge.description ?? '',
    paidAt: charge.paidAt?.toISOString() ?? '',
    paidLate: charge.paidLate,
    refundedCents: charge.refundedCents,
    receivedCents: charge.receivedCents,
    endToEndId: charge.endToEndId ?? '',
    paidCents: charge.paidCents ?? 0,
    metadata: { ...charge.metadata },
    payerName: charge.payer?.name ?? '',
    payerDocument: charge.payer?.document ?? '',
  };
}

/** A client's refund as it was just made. */
export function refundMessage(refund: PaymentReturn, paymentLinkId: string) {
  return listedRefundMessage({ ...refund, origin: 'CLIENT', paymentLinkId });
}

export function listedRefundMessage({ failure, ...refund }: ListedRefund) {
  const failed = refund.status === ReturnStatus.Failed ? failure : null;
  return messageOf({
    ...refund,
    status: `REFUND_STATUS_${refund.status}` as const,
    origin: `REFUND_ORIGIN_${refund.origin}` as const,
    failure: failed?.text,
    failureCode: failed?.code,
  });
}

export function timelineMessage({ detail, ...entry }: TimelineEntry) {
  return messageOf({ ...entry, detail: JSON.stringify(detail) });
}

export function recheckedMessage({
  outcome,
  charge,
  ...result
}: RecheckResult & { readonly id: string }) {
  return messageOf({
    ...result,
    outcome: `RECHECK_OUTCOME_${outcome}` as const,
    paymentLinkId: charge?.paymentLinkId,
  });
}

export function unclearMessage({ window, ...payment }: UnclearPayment) {
  return messageOf({ ...payment, windowFrom: window?.from, windowTo: window?.to });
}

export function auditedMessage({ charge, payments, refunds, history }: AuditedCharge) {
  const { id: chargeId, accountId, txid, status, value: valueCents, fee: feeCents } = charge;
  return {
    ...{ chargeId, accountId, txid, valueCents, feeCents },
    status: `CHARGE_STATUS_${status}` as const,
    payments: payments.map(messageOf),
    refunds: refunds.map(listedRefundMessage),
    history: history.map((one) => `CHARGE_STATUS_${one}` as const),
  };
}
