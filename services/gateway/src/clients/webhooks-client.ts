import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { CountedHours } from '../domain/overview.ts';
import type { WebhookPorts } from '../ports.ts';
import { toDelivery, toEndpoint } from './endpoint-message.ts';
import { inPartTime } from './part-deadline.ts';
import { optionalTimeline } from './timeline.ts';

export function webhooksClient(
  rpc: RpcClient<WebhooksServiceDefinition>,
): WebhookPorts & Pick<CountedHours, 'getNotifiedHours'> {
  return {
    async getNotifiedHours(input) {
      return (await inPartTime(() => rpc.getNotifiedHours(input))).hours;
    },
    async createEndpoint({ events = [], ...input }) {
      const { endpoint, secret } = await rpc.createEndpoint({
        ...given(input),
        events: [...events],
      });
      return { endpoint: toEndpoint(present(endpoint, 'endpoint')), secret };
    },
    async listEndpoints(accountId) {
      return (await rpc.listEndpoints({ accountId })).endpoints.map(toEndpoint);
    },
    async getEndpoint({ accountId, endpointId }) {
      const { endpoint } = await rpc.getEndpoint({ accountId, endpointId });
      return toEndpoint(present(endpoint, 'endpoint'));
    },
    async updateEndpoint({ endpointId, events = [], ...changes }) {
      const { endpoint } = await rpc.updateEndpoint({
        ...given(changes),
        endpointId,
        events: [...events],
      });
      return toEndpoint(present(endpoint, 'endpoint'));
    },
    async deleteEndpoint({ accountId, endpointId }) {
      await rpc.deleteEndpoint({ accountId, endpointId });
    },
    async rotateEndpointSecret({ accountId, endpointId }) {
      return (await rpc.rotateSecret({ accountId, endpointId })).secret;
    },
    async sendTestEvent({ accountId, endpointId }) {
      const { delivery } = await rpc.sendTest({ accountId, endpointId });
      return toDelivery(present(delivery, 'delivery'));
    },
    async listDeliveries({ endpointId, ...input }) {
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
    async replayWindow({ endpointId, ...input }) {
      return (await rpc.replayWindow({ ...input, endpointId })).count;
    },
    listEvents: (input) => rpc.listEvents(given(input)),
    async acknowledgeEvents(input) {
      await rpc.ackEvents(input);
    },
    getDeliveryTimeline: (input) => optionalTimeline(() => rpc.getDeliveryTimeline(input)),
  };
}
