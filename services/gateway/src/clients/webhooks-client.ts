import type { AckEventsRequest } from '@entrada/contracts/gen/webhooks/v1/AckEventsRequest';
import type { Attempt as AttemptMessage } from '@entrada/contracts/gen/webhooks/v1/Attempt';
import type { CreateEndpointRequest } from '@entrada/contracts/gen/webhooks/v1/CreateEndpointRequest';
import type { Delivery as DeliveryMessage } from '@entrada/contracts/gen/webhooks/v1/Delivery';
import type { Endpoint as EndpointMessage } from '@entrada/contracts/gen/webhooks/v1/Endpoint';
import type { GetDeliveryRequest } from '@entrada/contracts/gen/webhooks/v1/GetDeliveryRequest';
import type { GetDeliveryTimelineRequest } from '@entrada/contracts/gen/webhooks/v1/GetDeliveryTimelineRequest';
import type { GetEndpointMetricsRequest } from '@entrada/contracts/gen/webhooks/v1/GetEndpointMetricsRequest';
import type { GetEndpointMetricsResponse } from '@entrada/contracts/gen/webhooks/v1/GetEndpointMetricsResponse';
import type { GetNotifiedHoursRequest } from '@entrada/contracts/gen/webhooks/v1/GetNotifiedHoursRequest';
import type { ListDeliveriesRequest } from '@entrada/contracts/gen/webhooks/v1/ListDeliveriesRequest';
import type { ListEventsRequest } from '@entrada/contracts/gen/webhooks/v1/ListEventsRequest';
import type { RedeliverRequest } from '@entrada/contracts/gen/webhooks/v1/RedeliverRequest';
import type { ReplayWindowRequest } from '@entrada/contracts/gen/webhooks/v1/ReplayWindowRequest';
import type { SendTestRequest } from '@entrada/contracts/gen/webhooks/v1/SendTestRequest';
import type { WebhooksServiceDefinition } from '@entrada/contracts/gen/webhooks/v1/WebhooksService';
import { given, orNull, present } from '@entrada/platform/grpc/fields';
import type { RpcClient } from '@entrada/platform/grpc/types';
import { inPartTime, type ListFields, optionalTimeline, type RequestOf } from './request.ts';

type OwnEndpoint = { readonly accountId: string; readonly endpointId: string };
type NewEndpoint = RequestOf<
  Omit<CreateEndpointRequest, 'disabled'>,
  'events' | 'authorization' | 'skipTest' | 'secret'
> & { readonly enabled?: boolean | undefined };
type EndpointChanges = OwnEndpoint & {
  readonly [Field in Exclude<keyof NewEndpoint, 'accountId' | 'secret'>]?:
    | NewEndpoint[Field]
    | undefined;
};
type Replay = Omit<ReplayWindowRequest, 'onlyFailed'> & { readonly only: 'all' | 'failed' };

export function webhooksClient(rpc: RpcClient<WebhooksServiceDefinition>) {
  return {
    async getNotifiedHours(query: GetNotifiedHoursRequest) {
      const { asOf, sums } = await inPartTime(() => rpc.getNotifiedHours(query));
      return { asOf, sums: present(sums, 'sums') };
    },
    async createEndpoint({ events = [], enabled = true, ...input }: NewEndpoint) {
      const { endpoint, secret } = await rpc.createEndpoint({
        ...given(input),
        events: [...events],
        disabled: !enabled,
      });
      return { endpoint: toEndpoint(present(endpoint, 'endpoint')), secret };
    },
    async listEndpoints(accountId: string) {
      return (await rpc.listEndpoints({ accountId })).endpoints.map(toEndpoint);
    },
    async getEndpoint(own: OwnEndpoint) {
      const { endpoint } = await rpc.getEndpoint(own);
      return toEndpoint(present(endpoint, 'endpoint'));
    },
    async updateEndpoint({ endpointId, events = [], ...changes }: EndpointChanges) {
      const { endpoint } = await rpc.updateEndpoint({
        ...given(changes),
        endpointId,
        events: [...events],
      });
      return toEndpoint(present(endpoint, 'endpoint'));
    },
    async deleteEndpoint(own: OwnEndpoint) {
      await rpc.deleteEndpoint(own);
    },
    async rotateEndpointSecret(own: OwnEndpoint) {
      return (await rpc.rotateSecret(own)).secret;
    },
    async sendTestEvent(input: RequestOf<SendTestRequest, 'event'>) {
      const { delivery } = await rpc.sendTest(given(input));
      return toDelivery(present(delivery, 'delivery'));
    },
    async getEndpointMetrics(input: RequestOf<GetEndpointMetricsRequest, 'from' | 'to'>) {
      return toMetrics(await rpc.getEndpointMetrics(given(input)));
    },
    async listDeliveries(
      input: RequestOf<
        ListDeliveriesRequest,
        ListFields | 'endpointId' | 'event' | 'eventId' | 'status'
      >,
    ) {
      const { deliveries, nextCursor } = await rpc.listDeliveries(given(input));
      return { items: deliveries.map(toDelivery), nextCursor: orNull(nextCursor) };
    },
    async getDelivery(input: GetDeliveryRequest) {
      const { delivery } = await rpc.getDelivery(input);
      return toDelivery(present(delivery, 'delivery'));
    },
    async redeliver(input: RedeliverRequest) {
      await rpc.redeliver(input);
    },
    async replayWindow({ only, ...input }: Replay) {
      return (await rpc.replayWindow({ ...input, onlyFailed: only === 'failed' })).count;
    },
    /** The webhook bodies, byte for byte; the cursor is unchanged when there is nothing new. */
    listEvents: (input: RequestOf<ListEventsRequest, 'after'>) => rpc.listEvents(given(input)),
    async acknowledgeEvents(input: AckEventsRequest) {
      await rpc.ackEvents(input);
    },
    getDeliveryTimeline: (input: GetDeliveryTimelineRequest) =>
      optionalTimeline(() => rpc.getDeliveryTimeline(input)),
  };
}

function toEndpoint(message: EndpointMessage) {
  const { id, name, url, events, status, hasAuthorization, createdAt, health } = message;
  return {
    id,
    name,
    url,
    events,
    status,
    disabledReason: orNull(message.disabledReason),
    hasAuthorization,
    createdAt,
    health: {
      delivered: health?.delivered ?? 0,
      failed: health?.failed ?? 0,
      waiting: health?.waiting ?? 0,
      lastSuccessAt: orNull(health?.lastSuccessAt ?? ''),
      lastFailureAt: orNull(health?.lastFailureAt ?? ''),
      lastFailureCause: orNull(health?.lastFailureCause ?? ''),
    },
  };
}

function toDelivery(message: DeliveryMessage) {
  const { id, endpointId, endpointName, eventId, event, isTest, trigger } = message;
  const { status, createdAt, attempts, nextAttemptsAt, body } = message;
  return {
    id,
    webhookId: endpointId,
    webhookName: endpointName,
    eventId,
    event,
    test: isTest,
    trigger: { kind: trigger?.kind ?? 'event', at: trigger?.at ?? createdAt },
    status,
    createdAt,
    attempts: attempts.map(toAttempt),
    nextAttemptsAt,
    body: orNull(body),
  };
}

function toAttempt(message: AttemptMessage) {
  const { at, statusCode, cause, causeCode, timings, responseBody } = message;
  const { requestHeaders, responseHeaders } = message;
  return {
    at,
    statusCode: statusCode || null,
    cause: orNull(cause),
    causeCode: orNull(causeCode),
    timings: {
      dns: millisecondsOf(timings?.dnsMs),
      tcp: millisecondsOf(timings?.tcpMs),
      tls: millisecondsOf(timings?.tlsMs),
      firstByte: millisecondsOf(timings?.firstByteMs),
      total: millisecondsOf(timings?.totalMs),
    },
    responseBody,
    requestHeaders,
    responseHeaders,
  };
}

function toMetrics({ asOf, hours }: GetEndpointMetricsResponse) {
  const buckets = hours.map(({ hour, delivered, failed, p95Ms, results }) => {
    const p95 = millisecondsOf(p95Ms);
    return { start: hour, delivered, failed, p95Ms: p95, statusCodes: results };
  });
  return { asOf, buckets };
}

function millisecondsOf(ms: number | undefined): number | null {
  return ms === undefined || ms < 0 ? null : Math.round(ms * 10) / 10;
}
