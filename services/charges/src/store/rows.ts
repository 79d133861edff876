import { traceParent } from '@entrada/platform/telemetry/spans';
import type { ClientBase, Pool } from 'pg';
import type { Charge, ChargeStatus } from '../domain/charge.ts';
import type { Metadata } from '../domain/client-text.ts';
import type { ChargedPlan } from '../domain/fee.ts';
import type { Cents } from '../domain/money.ts';
import type { PaymentReturn, ReturnOrigin, ReturnStatus } from '../domain/payment-return.ts';
import type { RefundFailure } from '../domain/refund-failure.ts';

export type Db = Pool | ClientBase;

export const CHARGE_COLUMNS = `id, account_id, payment_link_id, txid, emv, value_cents,
         original_value_cents, fee_cents, status, created_at, expires_at, external_id, description,
         end_to_end_id, paid_cents, paid_at, paid_late, refunded_cents, received_cents, fee_plan,
         metadata, payer_name, payer_document, requested_by ->> 'requestId' as request_id,
         created_traceparent`;

export type ChargeRow = {
  id: string;
  account_id: string;
  payment_link_id: string;
  txid: string;
  emv: string;
  value_cents: number;
  original_value_cents: number;
  fee_cents: number;
  status: ChargeStatus;
  created_at: Date;
  expires_at: Date;
  external_id: string | null;
  description: string | null;
  end_to_end_id: string | null;
  paid_cents: number | null;
  paid_at: Date | null;
  paid_late: boolean;
  refunded_cents: number;
  received_cents: number;
  fee_plan: ChargedPlan | null;
  metadata: Metadata;
  payer_name: string | null;
  payer_document: string | null;
  request_id: string | null;
  created_traceparent: string | null;
};

export function toCharge(row: ChargeRow): Charge {
  return {
    id: row.id,
    accountId: row.account_id,
    paymentLinkId: row.payment_link_id,
    txid: row.txid,
    emv: row.emv,
    value: row.value_cents as Cents,
    originalValue: row.original_value_cents as Cents,
    fee: row.fee_cents,
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    externalId: row.external_id,
    description: row.description,
    endToEndId: row.end_to_end_id,
    paidCents: row.paid_cents,
    paidAt: row.paid_at,
    paidLate: row.paid_late,
    refundedCents: row.refunded_cents,
    receivedCents: row.received_cents,
    feePlan: row.fee_plan,
    metadata: row.metadata,
    payer: payerOf(row),
    creator: { requestId: row.request_id, traceParent: row.created_traceparent },
  };
}

export function payerOf({
  payer_name: name,
  payer_document: document,
}: Pick<ChargeRow, 'payer_name' | 'payer_document'>): Charge['payer'] {
  return name === null || document === null ? null : { name, document };
}

export const RETURN_COLUMNS = `id, end_to_end_id, bank_id, origin, charge_id, account_id, value_cents, charge_cents,
         status, reason, natureza, failure, failure_code, created_at, settled_at, attempt, denied_since`;

export type ReturnRow = {
  id: string;
  end_to_end_id: string;
  bank_id: string;
  origin: ReturnOrigin;
  charge_id: string | null;
  account_id: string | null;
  value_cents: number;
  charge_cents: number;
  status: ReturnStatus;
  reason: string;
  natureza: string;
  failure: string | null;
  failure_code: RefundFailure['code'] | null;
  created_at: Date;
  settled_at: Date | null;
  attempt: number;
  denied_since: Date | null;
};

export function toReturn(row: ReturnRow): PaymentReturn {
  const { failure: text, failure_code: code } = row;
  return {
    id: row.id,
    endToEndId: row.end_to_end_id,
    bankId: row.bank_id,
    origin: row.origin,
    chargeId: row.charge_id,
    accountId: row.account_id,
    valueCents: row.value_cents,
    chargeCents: row.charge_cents,
    status: row.status,
    reason: row.reason,
    natureza: row.natureza,
    failure: text === null || code === null ? null : { code, text },
    createdAt: row.created_at,
    settledAt: row.settled_at,
    attempt: row.attempt,
    deniedSince: row.denied_since,
  };
}

/** W3C trace id of the current work, or null when it is not traced. */
export function traceId(): string | null {
  return traceParent()?.split('-')[1] ?? null;
}
