import type { ChargeStatus as StatusMessage } from '@entrada/contracts/gen/charges/v1/ChargeStatus';
import type { RefundStatus as RefundStatusMessage } from '@entrada/contracts/gen/charges/v1/RefundStatus';
import type { Charge, ChargeStatus } from '../../domain/charge.ts';
import type { PaymentReturn, ReturnStatus } from '../../domain/payment-return.ts';
import type { UnclearPayment } from '../../domain/unclear.ts';
import type {
  AuditedCharge,
  ListedRefund,
  RecheckResult,
  TimelineEntry,
} from '../../domain/views.ts';

const STATUS = {
  PENDING: 'CHARGE_STATUS_PENDING',
  COMPLETED: 'CHARGE_STATUS_COMPLETED',
  EXPIRED: 'CHARGE_STATUS_EXPIRED',
  CANCELED: 'CHARGE_STATUS_CANCELED',
} as const satisfies Record<ChargeStatus, string>;

const FILTER: Record<StatusMessage, ChargeStatus | null> = {
  CHARGE_STATUS_UNSPECIFIED: null,
  CHARGE_STATUS_PENDING: 'PENDING',
  CHARGE_STATUS_COMPLETED: 'COMPLETED',
  CHARGE_STATUS_EXPIRED: 'EXPIRED',
  CHARGE_STATUS_CANCELED: 'CANCELED',
};

const REFUND_STATUS = {
  PROCESSING: 'REFUND_STATUS_PROCESSING',
  SETTLED: 'REFUND_STATUS_SETTLED',
  FAILED: 'REFUND_STATUS_FAILED',
} as const satisfies Record<ReturnStatus, string>;

const REFUND_FILTER: Record<RefundStatusMessage, ReturnStatus | null> = {
  REFUND_STATUS_UNSPECIFIED: null,
  REFUND_STATUS_PROCESSING: 'PROCESSING',
  REFUND_STATUS_SETTLED: 'SETTLED',
  REFUND_STATUS_FAILED: 'FAILED',
};

export function refundStatusFilter(message: RefundStatusMessage): ReturnStatus | null {
  return REFUND_FILTER[message];
}

export function statusFilter(message: StatusMessage): ChargeStatus | null {
  return FILTER[message];
}

export function chargeMessage(charge: Charge) {
  return {
    id: charge.id,
    paymentLinkId: charge.paymentLinkId,
    emv: charge.emv,
    valueCents: charge.value,
    originalValueCents: charge.originalValue,
    feeCents: charge.fee,
    status: STATUS[charge.status],
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

export function listedRefundMessage(refund: ListedRefund) {
  const { id, valueCents, reason, natureza, endToEndId, paymentLinkId } = refund;
  const failure = refund.status === 'FAILED' ? refund.failure : null;
  return {
    id,
    valueCents,
    status: REFUND_STATUS[refund.status],
    reason,
    createdAt: refund.createdAt.toISOString(),
    origin: `REFUND_ORIGIN_${refund.origin}` as const,
    natureza,
    settledAt: refund.settledAt?.toISOString() ?? '',
    failure: failure?.text ?? '',
    failureCode: failure?.code ?? '',
    endToEndId,
    paymentLinkId,
  };
}

export function timelineMessage({ at, kind, detail, traceId }: TimelineEntry) {
  return {
    at: at.toISOString(),
    kind,
    detail: JSON.stringify(detail),
    traceId: traceId ?? '',
  };
}

export function recheckedMessage({
  id,
  outcome,
  endToEndId,
  charge,
  problem,
}: RecheckResult & { readonly id: string }) {
  return {
    id,
    outcome: `RECHECK_OUTCOME_${outcome}` as const,
    endToEndId: endToEndId ?? '',
    paymentLinkId: charge?.paymentLinkId ?? '',
    problem: problem ?? '',
  };
}

export function unclearMessage(payment: UnclearPayment) {
  return {
    id: payment.id,
    endToEndId: payment.endToEndId ?? '',
    txid: payment.txid ?? '',
    problem: payment.problem,
    firstSeenAt: payment.firstSeenAt.toISOString(),
    lastSeenAt: payment.lastSeenAt.toISOString(),
    attempts: payment.attempts,
    nextAttemptAt: payment.nextAttemptAt?.toISOString() ?? '',
    windowFrom: payment.window?.from.toISOString() ?? '',
    windowTo: payment.window?.to.toISOString() ?? '',
  };
}

export function auditedMessage({ charge, payments, refunds, history }: AuditedCharge) {
  return {
    chargeId: charge.id,
    accountId: charge.accountId,
    txid: charge.txid,
    status: STATUS[charge.status],
    valueCents: charge.value,
    feeCents: charge.fee,
    payments: payments.map(({ endToEndId, paidCents, paidAt }) => ({
      endToEndId,
      paidCents,
      paidAt: paidAt.toISOString(),
    })),
    refunds: refunds.map(listedRefundMessage),
    history: history.map((status) => STATUS[status]),
  };
}
