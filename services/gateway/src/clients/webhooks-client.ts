import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import type { CountedHours } from '../ports/hours.ts';
import type { WebhookPorts } from '../ports.ts';
import { toDelivery, toEndpoint, toMetrics } from './endpoint-message.ts';
import { inPartTime } from './part-deadline.ts';
import { optionalTimeline } from './timeline.ts';

export function webhooksClient(
  rpc: RpcClient<WebhooksServiceDefinition>,
): WebhookPorts & Pick<CountedHours, 'getNotifiedHours'> {
  return {
    getNotifiedHours: (query) => inPartTime(() => rpc.getNotifiedHours(query)),
    async createEndpoint({ events = [], enabled = true, ...input }) {
      const { endpoint, secret } = await rpc.createEndpoint({
        ...given(input),
        events: [...events],
        disabled: !enabled,
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
    async sendTestEvent(input) {
      const { delivery } = await rpc.sendTest(given(input));
      return toDelivery(present(delivery, 'delivery'));
    },
    async getEndpointMetrics(input) {
      return toMetrics(await rpc.getEndpointMetrics(given(input)));
    },
    async listDeliveries(input) {
      const { deliveries, nextCursor } = await rpc.listDeliveries(given(input));
      return { items: deliveries.map(toDelivery), nextCursor: orNull(nextCursor) };
    },
    async getDelivery(input) {
      const { delivery } = await rpc.getDelivery(input);
      return toDelivery(present(delivery, 'delivery'));
    },
    async redeliver(input) {
      await rpc.redeliver(input);
    },
    async replayWindow({ only, ...input }) {
      return (await rpc.replayWindow({ ...input, onlyFailed: only === 'failed' })).count;
    },
    listEvents: (input) => rpc.listEvents(given(input)),
    async acknowledgeEvents(input) {
      await rpc.ackEvents(input);
    },
    getDeliveryTimeline: (input) => optionalTimeline(() => rpc.getDeliveryTimeline(input)),
  };
}
