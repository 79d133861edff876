import type { ChargesServiceDefinition } from '@entrada/contracts/gen/charges/v1/ChargesService';
import { LIMITS } from '@entrada/contracts/limits';
import {
  integerField,
  lookupId,
  optionalTimeField,
  uuidField,
} from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../app.ts';
import { listedRefundMessage, refundStatusFilter } from './rpc/format.ts';
import { refundsCursor } from './rpc/parse.ts';

type Handlers = Pick<RpcHandlers<ChargesServiceDefinition>, 'listRefunds' | 'getRefund'>;

export function refundsRpc(app: App): Handlers {
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
    async getRefund({ accountId, refundId }) {
      const account = uuidField('accountId', accountId);
      return { refund: listedRefundMessage(await app.getRefund(account, lookupId(refundId))) };
    },
  };
}
