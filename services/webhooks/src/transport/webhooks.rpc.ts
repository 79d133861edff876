import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import { isUuid } from '@entrada/platform/text/uuid';
import type { App } from '../app.ts';
import type { Endpoint } from '../domain/endpoint.ts';

export function webhooksRpc(app: App): RpcHandlers<WebhooksServiceDefinition> {
  return {
    async createEndpoint({ accountId, name, url, events }) {
      if (!isUuid(accountId)) throw new AppError('INVALID_ARGUMENT', 'account_id must be a UUID');
      const { endpoint, secret } = await app.createEndpoint({ accountId, name, url, events });
      return { endpoint: toMessage(endpoint), secret };
    },
  };
}

function toMessage({ id, name, url, events, createdAt }: Endpoint) {
  return { id, name, url, events: [...events], createdAt: createdAt.toISOString() };
}
