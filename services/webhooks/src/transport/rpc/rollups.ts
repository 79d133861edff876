import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { timeField } from '@entrada/platform/grpc/fields';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../../app.ts';
import { parseAccount } from './parse.ts';

type Handlers = Pick<RpcHandlers<WebhooksServiceDefinition>, 'getNotifiedHours'>;

export function rollupHandlers(app: App): Handlers {
  return {
    async getNotifiedHours({ accountId, from, to }) {
      const window = { from: timeField('from', from), to: timeField('to', to) };
      const hours = await app.getNotifiedHours(parseAccount(accountId), window);
      return {
        hours: hours.map(({ hour, count }) => ({ hour: hour.toISOString(), notifiedCount: count })),
      };
    },
  };
}
