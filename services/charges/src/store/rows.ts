import { traceParent } from '@entrada/platform/telemetry/spans';
import type { ClientBase, Pool } from 'pg';
import type { Charge } from '../domain/charge.ts';
import type { PaymentReturn, RefundFailure } from '../domain/payment-return.ts';

export type Db = Pool | ClientBase;

/** A charge as the domain names its parts, and the parts of its payer and creator. */
export const CHARGE_COLUMNS = `id, account_id as "accountId", payment_link_id as "paymentLinkId", txid, emv, value_cents as value,
         original_value_cents as "originalValue", fee_cents as fee, status, created_at as "createdAt",
         expires_at as "expiresAt", external_id as "externalId", description, end_to_end_id as "endToEndId",
         paid_cents as "paidCents", paid_at as "paidAt", paid_late as "paidLate",
         refunded_cents as "refundedCents", received_cents as "receivedCents", fee_plan as "feePlan", metadata,
         payer_name as "payerName", payer_document as "payerDocument", requested_by ->> 'requestId' as "requestId",
         created_traceparent as "traceParent"`;

type PayerRow = { readonly payerName: string | null; readonly payerDocument: string | null };
export type ChargeRow = Omit<Charge, 'payer' | 'creator'> &
  PayerRow &
  NonNullable<Charge['creator']>;

export function toCharge(row: ChargeRow): Charge {
  const { payerName, payerDocument, requestId, traceParent, ...charge } = row;
  return { ...charge, payer: payerOf(row), creator: { requestId, traceParent } };
}

export function payerOf({ payerName: name, payerDocument: document }: PayerRow): Charge['payer'] {
  return name === null || document === null ? null : { name, document };
}

/** A return as the domain names its parts, and the parts of its failure. */
export const RETURN_COLUMNS = `id, end_to_end_id as "endToEndId", bank_id as "bankId", origin, charge_id as "chargeId",
         account_id as "accountId", value_cents as "valueCents", charge_cents as "chargeCents", status, reason,
         natureza, failure as "failureText", failure_code as "failureCode", created_at as "createdAt",
         settled_at as "settledAt", attempt, denied_since as "deniedSince"`;

export type ReturnRow = Omit<PaymentReturn, 'failure'> & {
  readonly failureText: string | null;
  readonly failureCode: RefundFailure['code'] | null;
};

export function toReturn<R extends ReturnRow>({ failureText: text, failureCode: code, ...one }: R) {
  return { ...one, failure: text === null || code === null ? null : { code, text } };
}

/** W3C trace id of the current work, or null when it is not traced. */
export function traceId(): string | null {
  return traceParent()?.split('-')[1] ?? null;
}

export type NoteChanges = (hints: readonly string[]) => void;

/** What others learn of a change: whose charge, its status and what was received for it. */
export function chargeHint({ accountId, paymentLinkId, status, receivedCents }: Charge): string {
  return `${accountId} ${paymentLinkId} ${status} ${receivedCents}`;
}

/** The payment link in a hint. */
export function linkIn(hint: string): string {
  return hint.split(' ')[1] ?? '';
}
