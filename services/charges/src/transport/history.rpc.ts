import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import { LIMITS } from '@entrada/contracts/limits';
import { callerNow } from '@entrada/platform/grpc/callers';
import {
  integerField,
  lookupId,
  optionalTimeField,
  uuidField,
} from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';
import { listedRefundMessage, refundStatusFilter, timelineMessage } from './rpc/format.ts';
import { refundsCursor } from './rpc/parse.ts';

type Handlers = Pick<
  RpcHandlers<ChargesServiceDefinition>,
  'listRefunds' | 'getRefund' | 'getChargeTimeline'
>;

export function historyRpc(app: App): Handlers {
  return {
    async listRefunds({ accountId, paymentLinkId, limit, cursor, ...filter }) {
      const { refunds, next } = await app.listRefunds({
        accountId: uuidField('accountId', accountId),
        paymentLinkId: paymentLinkId === '' ? null : lookupId(paymentLinkId),
        status: refundStatusFilter(filter.status),
        from: optionalTimeField('from', filter.from),
        to: optionalTimeField('to', filter.to),
        limit: integerField('limit', limit, 1, LIMITS.page.max),
        after: refundsCursor.read(cursor),
      });
      return { refunds: refunds.map(listedRefundMessage), nextCursor: refundsCursor.write(next) };
    },
    async getChargeTimeline({ accountId, paymentLinkId }) {
      const wanted =
        callerNow().person !== null && accountId === ''
          ? anyCharge(paymentLinkId)
          : { accountId, paymentLinkId: lookupId(paymentLinkId) };
      const { charge, entries } = await app.getTimeline(wanted);
      const { id: chargeId, accountId: owner } = charge;
      return { chargeId, accountId: owner, entries: entries.map(timelineMessage) };
    },
    async getRefund({ accountId, refundId }) {
      const account = uuidField('accountId', accountId);
      return { refund: listedRefundMessage(await app.getRefund(account, lookupId(refundId))) };
    },
  };
}

function anyCharge(id: string) {
  return isUuid(id) ? { anyLinkId: id } : { anyChargeId: id };
}
