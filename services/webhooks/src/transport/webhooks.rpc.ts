import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import type { PublicIds } from '@entrada/platform/db/public-ids';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../app.ts';
import { deliveryHandlers } from './rpc/deliveries.ts';
import { endpointHandlers } from './rpc/endpoints.ts';
import {
  formatPosition,
  parseAccount,
  parseBegin,
  parseLimit,
  parsePosition,
} from './rpc/parse.ts';
import { rollupHandlers } from './rpc/rollups.ts';

export function webhooksRpc(
  app: App,
  publicIds: PublicIds,
): Omit<RpcHandlers<WebhooksServiceDefinition>, 'watchChanges'> {
  return {
    ...endpointHandlers(app, publicIds),
    ...deliveryHandlers(app, publicIds),
    ...rollupHandlers(app),
    async listEvents({ accountId, after, limit }) {
      const begin = parseBegin(after);
      const page = await app.readEvents(parseAccount(accountId), begin, parseLimit(limit));
      return {
        events: page.bodies.map((body) => body.toString()),
        nextCursor: formatPosition(page.position),
      };
    },
    async ackEvents({ accountId, cursor }) {
      await app.acknowledgeEvents(parseAccount(accountId), parsePosition('cursor', cursor));
      return {};
    },
  };
}
