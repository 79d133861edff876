import type { ChargeSummary } from '@entrada/contracts/gen/events/v1/ChargeSummary';
import type { LedgerServiceDefinition } from '@entrada/contracts/gen/ledger/v1/LedgerService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcClient } from '@entrada/platform/grpc/types';
import { parseCents } from '../domain/money.ts';
import type { ChargeOnBooks, RefundMovement } from '../domain/recovery.ts';
import type { Ledger } from '../domain/refund-ports.ts';

const PAGE_SIZE = 500;
const PAGES_MAX = 1_000;

type LedgerRpc = Pick<
  RpcClient<LedgerServiceDefinition>,
  'holdRefund' | 'getPaymentBooking' | 'listRefundMovements'
>;

export function ledgerClient(rpc: LedgerRpc): Ledger {
  return {
    async holdRefund({ id, accountId, valueCents }, { id: chargeId, paymentLinkId }) {
      try {
        await rpc.holdRefund({ refundId: id, accountId, chargeId, paymentLinkId, valueCents });
        return true;
      } catch (error) {
        // Only this says that nothing was held; after anything else the same is asked again.
        if (error instanceof AppError && error.code === 'CONFLICT') return false;
        throw error;
      }
    },
    async paymentOnBooks(endToEndId) {
      const booking = await rpc.getPaymentBooking({ endToEndId });
      return {
        charge: booking.charge && toCharge(booking.charge),
        creditedEndToEndId: booking.creditedEndToEndId || null,
        refundBankIds: booking.refundIds.map((id) => id.replaceAll('-', '')),
        requestedBankIds: booking.requestedReturnIds,
      };
    },
    async *refundMovements(from) {
      let cursor = '';
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const request = { from: from.toISOString(), limit: PAGE_SIZE, cursor };
        const { movements, nextCursor } = await rpc.listRefundMovements(request);
        yield movements.map((one) => ({
          ...one,
          kind: one.kind as RefundMovement['kind'],
          at: new Date(one.at),
        }));
        cursor = nextCursor;
        if (cursor === '') return;
      }
      throw new Error('more refunds moved than can be looked through: give a later time');
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
  };
}
