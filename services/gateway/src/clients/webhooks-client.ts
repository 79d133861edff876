import type { Attempt as AttemptMessage } from '@entrada/contracts/gen/webhooks/v1/Attempt';
import type { Delivery as DeliveryMessage } from '@entrada/contracts/gen/webhooks/v1/Delivery';
import type { Endpoint as EndpointMessage } from '@entrada/contracts/gen/webhooks/v1/Endpoint';
import type { GetEndpointMetricsResponse } from '@entrada/contracts/gen/webhooks/v1/GetEndpointMetricsResponse';
import type { WebhooksServiceDefinition as Webhooks } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import {
  inPartTime,
  type ListFields,
  optionalTimeline,
  type RequestOf,
  withNulls,
} from './request.ts';

type OwnEndpoint = RequestOf<Webhooks, 'getEndpoint'>;
type Settings = 'events' | 'authorization' | 'skipTest';
type NewEndpoint = Omit<RequestOf<Webhooks, 'createEndpoint', Settings | 'secret'>, 'disabled'> & {
  readonly enabled?: boolean | undefined;
};
type EndpointChanges = RequestOf<Webhooks, 'updateEndpoint', Settings | 'name' | 'url' | 'enabled'>;
type Replay = Omit<RequestOf<Webhooks, 'replayWindow'>, 'onlyFailed'> & {
  readonly only: 'all' | 'failed';
};
type DeliveryFilter = ListFields | 'endpointId' | 'event' | 'eventId' | 'status';

export function webhooksClient(rpc: RpcClient<Webhooks>) {
  return {
    async getNotifiedHours(query: RequestOf<Webhooks, 'getNotifiedHours'>) {
      const { asOf, sums } = await inPartTime(() => rpc.getNotifiedHours(query));
      return { asOf, sums: present(sums, 'sums') };
    },
    async createEndpoint({ enabled = true, ...input }: NewEndpoint) {
      const wanted = { ...given(input), disabled: !enabled };
      const { endpoint, secret } = await rpc.createEndpoint(wanted);
      return { endpoint: toEndpoint(endpoint), secret };
    },
    async listEndpoints(accountId: string) {
      return (await rpc.listEndpoints({ accountId })).endpoints.map(toEndpoint);
    },
    async getEndpoint(own: OwnEndpoint) {
      return toEndpoint((await rpc.getEndpoint(own)).endpoint);
    },
    async updateEndpoint(changes: EndpointChanges) {
      return toEndpoint((await rpc.updateEndpoint(given(changes))).endpoint);
    },
    deleteEndpoint: (own: OwnEndpoint) => rpc.deleteEndpoint(own),
    rotateEndpointSecret: (own: OwnEndpoint) => rpc.rotateSecret(own),
    async sendTestEvent(input: RequestOf<Webhooks, 'sendTest', 'event'>) {
      return toDelivery((await rpc.sendTest(given(input))).delivery);
    },
    async getEndpointMetrics(input: RequestOf<Webhooks, 'getEndpointMetrics', 'from' | 'to'>) {
      return toMetrics(await rpc.getEndpointMetrics(given(input)));
    },
    async listDeliveries(input: RequestOf<Webhooks, 'listDeliveries', DeliveryFilter>) {
      const { deliveries, nextCursor } = await rpc.listDeliveries(given(input));
      return { deliveries: deliveries.map(toDelivery), nextCursor: orNull(nextCursor) };
    },
    async getDelivery(input: RequestOf<Webhooks, 'getDelivery'>) {
      return toDelivery((await rpc.getDelivery(input)).delivery);
    },
    redeliver: (input: RequestOf<Webhooks, 'redeliver'>) => rpc.redeliver(input),
    replayWindow: ({ only, ...input }: Replay) =>
      rpc.replayWindow({ ...input, onlyFailed: only === 'failed' }),
    /** The webhook bodies, byte for byte; the cursor is unchanged when there is nothing new. */
    listEvents: (input: RequestOf<Webhooks, 'listEvents', 'after'>) => rpc.listEvents(given(input)),
    acknowledgeEvents: (input: RequestOf<Webhooks, 'ackEvents'>) => rpc.ackEvents(input),
    getDeliveryTimeline: (input: RequestOf<Webhooks, 'getDeliveryTimeline'>) =>
      optionalTimeline(() => rpc.getDeliveryTimeline(input)),
  };
}

function toEndpoint(message: EndpointMessage | null) {
  const endpoint = present(message, 'endpoint');
  const health = present(endpoint.health, 'health');
  return {
    ...withNulls(endpoint, 'disabledReason'),
    health: withNulls(health, 'lastSuccessAt', 'lastFailureAt', 'lastFailureCause'),
  };
}

function toDelivery(message: DeliveryMessage | null) {
  const delivery = present(message, 'delivery');
  const { endpointId, endpointName, isTest, attempts, ...rest } = delivery;
  return {
    ...withNulls(rest, 'body'),
    webhookId: endpointId,
    webhookName: endpointName,
    test: isTest,
    attempts: attempts.map(toAttempt),
  };
}

function toAttempt(message: AttemptMessage) {
  const { dnsMs, tcpMs, tlsMs, firstByteMs, totalMs } = present(message.timings, 'timings');
  return {
    ...withNulls(message, 'cause', 'causeCode'),
    statusCode: message.statusCode || null,
    timings: {
      dns: millisecondsOf(dnsMs),
      tcp: millisecondsOf(tcpMs),
      tls: millisecondsOf(tlsMs),
      firstByte: millisecondsOf(firstByteMs),
      total: millisecondsOf(totalMs),
    },
  };
}

function toMetrics({ asOf, hours }: GetEndpointMetricsResponse) {
  const buckets = hours.map(({ hour, delivered, failed, p95Ms, results }) => {
    const p95 = millisecondsOf(p95Ms);
    return { start: hour, delivered, failed, p95Ms: p95, statusCodes: results };
  });
  return { asOf, buckets };
}

/** A negative number stands for null. */
function millisecondsOf(ms: number): number | null {
  return ms < 0 ? null : Math.round(ms * 10) / 10;
}
