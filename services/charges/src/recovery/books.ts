import type { ChargeSummary } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import type { FeePlan as FeePlanMessage } from '@entrada/contracts/gen/events/v1/FeePlan';
import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import type { RpcClient } from '@entrada/platform/grpc/types';
import { FAILURE_CODES } from '../domain/payment-return.ts';
import { type ChargedPlan, parseCents } from '../domain/terms.ts';
import type { ChargeOnBooks, PaymentBooking, RefundMovement } from './as-booked.ts';

/** With two calls of the bank for each, a page fits into the time of an operator's call. */
const PAGE_SIZE = 100;

export type LedgerRpc = Pick<
  RpcClient<LedgerServiceDefinition>,
  'listPaymentBookings' | 'listRefundMovements'
>;

type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string };

export type Books = ReturnType<typeof booksOf>;

/** What the ledger has booked since a time, in pages. */
export function booksOf(rpc: LedgerRpc) {
  return {
    async paymentsSince(from: Date, cursor: string): Promise<Page<PaymentBooking>> {
      const request = { from: from.toISOString(), limit: PAGE_SIZE, cursor };
      const { bookings, nextCursor } = await rpc.listPaymentBookings(request);
      const items = bookings.map((one) => ({
        endToEndId: one.endToEndId,
        bookedAs: one.bookedAs as PaymentBooking['bookedAs'],
        paidLate: one.paidLate,
        charge: one.charge && toCharge(one.charge),
      }));
      return { items, nextCursor };
    },
    /** Newest first. */
    async refundsSince(from: Date, cursor: string): Promise<Page<RefundMovement>> {
      const request = { from: from.toISOString(), limit: PAGE_SIZE, cursor };
      const { movements, nextCursor } = await rpc.listRefundMovements(request);
      const items = movements.map((one) => ({
        ...one,
        kind: one.kind as RefundMovement['kind'],
        failureCode: FAILURE_CODES.find((code) => code === one.failureCode) ?? null,
        at: new Date(one.at),
      }));
      return { items, nextCursor };
    },
  };
}

function toCharge(summary: ChargeSummary): ChargeOnBooks {
  return {
    id: summary.chargeId,
    accountId: summary.accountId,
    paymentLinkId: summary.paymentLinkId,
    value: parseCents(summary.valueCents),
    originalValue: parseCents(summary.originalValueCents),
    fee: summary.feeCents,
    createdAt: new Date(summary.createdAt),
    externalId: summary.externalId || null,
    description: summary.description || null,
    feePlan: summary.feePlan && toPlan(summary.feePlan),
    metadata: summary.metadata,
  };
}

function toPlan({ _maxCents: hasMax, maxCents, ...plan }: FeePlanMessage): ChargedPlan {
  const mode = plan.mode as ChargedPlan['mode'];
  return { ...plan, mode, maxCents: hasMax ? (maxCents ?? null) : null };
}
