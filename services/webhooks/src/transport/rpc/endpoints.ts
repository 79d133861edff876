import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import type { PublicIds } from '@entrada/platform/db/public-ids';
import type { RpcHandlers } from '@entrada/platform/grpc/types';
import type { App } from '../../app.ts';
import { deliveryMessage, endpointMessage } from './format.ts';
import { parseAccount, parseEndpointId } from './parse.ts';

type Handlers = Pick<
  RpcHandlers<WebhooksServiceDefinition>,
  | 'createEndpoint'
  | 'listEndpoints'
  | 'getEndpoint'
  | 'updateEndpoint'
  | 'deleteEndpoint'
  | 'rotateSecret'
  | 'sendTest'
>;

type Named = { readonly accountId: string; readonly endpointId: string };

export function endpointHandlers(app: App, publicIds: PublicIds): Handlers {
  return {
    async createEndpoint({ accountId, ...wanted }) {
      const input = { ...wanted, accountId: parseAccount(accountId) };
      const { endpoint, secret } = await app.createEndpoint(input);
      return { endpoint: endpointMessage(endpoint), secret };
    },
    async listEndpoints({ accountId }) {
      const endpoints = await app.listEndpoints(parseAccount(accountId));
      return { endpoints: endpoints.map(endpointMessage) };
    },
    async getEndpoint(request) {
      return { endpoint: endpointMessage(await app.getEndpoint(...idsOf(request))) };
    },
    async updateEndpoint({ accountId, endpointId, ...changes }) {
      const ids = idsOf({ accountId, endpointId });
      await app.updateEndpoint({ ...changes, accountId: ids[0], endpointId: ids[1] });
      return { endpoint: endpointMessage(await app.getEndpoint(...ids)) };
    },
    async deleteEndpoint(request) {
      await app.deleteEndpoint(...idsOf(request));
      return {};
    },
    async rotateSecret(request) {
      return { secret: await app.rotateSecret(...idsOf(request)) };
    },
    async sendTest({ event, ...request }) {
      const ids = idsOf(request);
      return { delivery: deliveryMessage(await app.sendTest(...ids, event), publicIds(ids[0])) };
    },
  };
}

export function idsOf({ accountId, endpointId }: Named): [string, string] {
  return [parseAccount(accountId), parseEndpointId(endpointId)];
}
