import { traceParent } from '@entrada/platform/telemetry/trace-context';
import type { ClientBase, Pool } from 'pg';
import type { Charge, ChargeStatus } from '../domain/charge.ts';
import type { ChargedPlan } from '../domain/fee.ts';
import type { Metadata } from '../domain/metadata.ts';
import type { Cents } from '../domain/money.ts';
import type { Refund, RefundStatus } from '../domain/refund.ts';
import type { RefundFailure } from '../domain/refund-failure.ts';

export type Db = Pool | ClientBase;

export const CHARGE_COLUMNS = `id, account_id, payment_link_id, txid, emv, value_cents,
         original_value_cents, fee_cents, status, created_at, expires_at, external_id, description,
         end_to_end_id, paid_cents, paid_at, paid_late, refunded_cents, received_cents, fee_plan,
         metadata, payer_name, payer_document`;

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
  };
}

export function payerOf({
  payer_name: name,
  payer_document: document,
}: Pick<ChargeRow, 'payer_name' | 'payer_document'>): Charge['payer'] {
  return name === null || document === null ? null : { name, document };
}

export const REFUND_COLUMNS = `id, charge_id, account_id, end_to_end_id, value_cents, reason, status,
         held, failure, failure_code, created_at, settled_at, attempt`;

export type RefundRow = {
  id: string;
  charge_id: string;
  account_id: string;
  end_to_end_id: string;
  value_cents: number;
  reason: string;
  status: RefundStatus;
  held: boolean;
  failure: string | null;
  failure_code: RefundFailure['code'] | null;
  created_at: Date;
  settled_at: Date | null;
  attempt: number;
};

export function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    chargeId: row.charge_id,
    accountId: row.account_id,
    endToEndId: row.end_to_end_id,
    valueCents: row.value_cents,
    reason: row.reason,
    status: row.status,
    held: row.held,
    failure: failureOf(row),
    createdAt: row.created_at,
    settledAt: row.settled_at,
    attempt: row.attempt,
  };
}

export function failureOf({
  failure: text,
  failure_code: code,
}: Pick<RefundRow, 'failure' | 'failure_code'>): RefundFailure | null {
  return text === null || code === null ? null : { code, text };
}

/** W3C trace id of the current work, or null when it is not traced. */
export function traceId(): string | null {
  return traceParent()?.split('-')[1] ?? null;
}
