import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { WebhookPorts } from '../ports.ts';
import { optionalTimeline } from './timeline.ts';
import { toDelivery, toWebhook } from './webhook-message.ts';

export function webhooksClient(rpc: RpcClient<WebhooksServiceDefinition>): WebhookPorts {
  return {
    async createWebhook({ events = [], ...input }) {
      const { endpoint, secret } = await rpc.createEndpoint({
        ...given(input),
        events: [...events],
      });
      return { webhook: toWebhook(present(endpoint, 'endpoint')), secret };
    },
    async listWebhooks(accountId) {
      return (await rpc.listEndpoints({ accountId })).endpoints.map(toWebhook);
    },
    async getWebhook({ accountId, webhookId: endpointId }) {
      const { endpoint } = await rpc.getEndpoint({ accountId, endpointId });
      return toWebhook(present(endpoint, 'endpoint'));
    },
    async updateWebhook({ webhookId: endpointId, events = [], ...changes }) {
      const { endpoint } = await rpc.updateEndpoint({
        ...given(changes),
        endpointId,
        events: [...events],
      });
      return toWebhook(present(endpoint, 'endpoint'));
    },
    async deleteWebhook({ accountId, webhookId: endpointId }) {
      await rpc.deleteEndpoint({ accountId, endpointId });
    },
    async rotateWebhookSecret({ accountId, webhookId: endpointId }) {
      return (await rpc.rotateSecret({ accountId, endpointId })).secret;
    },
    async sendTestWebhook({ accountId, webhookId: endpointId }) {
      const { delivery } = await rpc.sendTest({ accountId, endpointId });
      return toDelivery(present(delivery, 'delivery'));
    },
    async listDeliveries({ webhookId: endpointId, ...input }) {
      const { deliveries, nextCursor } = await rpc.listDeliveries({ ...given(input), endpointId });
      return { items: deliveries.map(toDelivery), nextCursor: orNull(nextCursor) };
    },
    async getDelivery(input) {
      const { delivery } = await rpc.getDelivery(input);
      return toDelivery(present(delivery, 'delivery'));
    },
    async redeliver(input) {
      await rpc.redeliver(input);
    },
    async replayWindow({ webhookId: endpointId, ...input }) {
      return (await rpc.replayWindow({ ...input, endpointId })).count;
    },
    listEvents: (input) => rpc.listEvents(given(input)),
    async acknowledgeEvents(input) {
      await rpc.ackEvents(input);
    },
    getDeliveryTimeline: (input) => optionalTimeline(() => rpc.getDeliveryTimeline(input)),
  };
}
