import type { ChargeSummary } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import type { FeePlan as FeePlanMessage } from '@entrada/contracts/gen/events/v1/FeePlan';
import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { ChargedPlan } from '../domain/fee.ts';
import { parseCents } from '../domain/money.ts';
import type { ChargeOnBooks, RefundMovement } from '../domain/recovery.ts';
import { FAILURE_CODES } from '../domain/refund-failure.ts';
import type { Booked } from '../domain/settle.ts';
import type { Ledger } from '../ports.ts';

const PAGE_SIZE = 500;
const PAGES_MAX = 1_000;

type LedgerRpc = Pick<
  RpcClient<LedgerServiceDefinition>,
  'holdRefund' | 'isReturnDecided' | 'getPaymentBooking' | 'listRefundMovements'
>;

export function ledgerClient(rpc: LedgerRpc): Ledger {
  return {
    async holdRefund({ id, accountId, endToEndId, valueCents }, { id: chargeId, paymentLinkId }) {
      try {
        const named = { refundId: id, accountId, chargeId, paymentLinkId, endToEndId };
        const { isKnown } = await rpc.holdRefund({ ...named, valueCents });
        return isKnown ? 'KNOWN' : 'HELD';
      } catch (error) {
        // Only a CONFLICT means that nothing was held; after any other error the same hold is requested again.
        if (error instanceof AppError && error.code === 'CONFLICT') return 'REFUSED';
        throw error;
      }
    },
    async isReturnDecided({ id: returnId, endToEndId }) {
      return (await rpc.isReturnDecided({ returnId, endToEndId })).isDecided;
    },
    async paymentOnBooks(endToEndId, chargeId = '') {
      const booking = await rpc.getPaymentBooking({ endToEndId, chargeId });
      return {
        charge: booking.charge && toCharge(booking.charge),
        creditedEndToEndId: booking.creditedEndToEndId || null,
        bookedAs: (booking.bookedAs || null) as Booked['bookedAs'],
        paidLate: booking.paidLate,
      };
    },
    async *refundMovements(of) {
      const asked = 'from' in of ? { from: of.from.toISOString() } : of;
      let cursor = '';
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const request = { ...asked, limit: PAGE_SIZE, cursor };
        const { movements, nextCursor } = await rpc.listRefundMovements(request);
        yield movements.map((one) => ({
          ...one,
          kind: one.kind as RefundMovement['kind'],
          // An event of another version has none, or one that this version does not know.
          failureCode: FAILURE_CODES.find((code) => code === one.failureCode) ?? null,
          at: new Date(one.at),
        }));
        cursor = nextCursor;
        if (cursor === '') return;
      }
      throw new Error(`more than ${PAGES_MAX * PAGE_SIZE} movements of refunds: pass a later time`);
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
