import type { Attempt as AttemptMessage } from '@entrada/contracts/gen/webhooks/v1/Attempt';
import type { Delivery as DeliveryMessage } from '@entrada/contracts/gen/webhooks/v1/Delivery';
import type { Endpoint as EndpointMessage } from '@entrada/contracts/gen/webhooks/v1/Endpoint';
import type { GetEndpointMetricsResponse } from '@entrada/contracts/gen/webhooks/v1/GetEndpointMetricsResponse';
import { orNull } from '@entrada/platform/grpc/fields';

export function toEndpoint(message: EndpointMessage) {
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

export function toDelivery(message: DeliveryMessage) {
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

export function toMetrics({ asOf, hours }: GetEndpointMetricsResponse) {
  const buckets = hours.map(({ hour, delivered, failed, p95Ms, results }) => {
    const p95 = millisecondsOf(p95Ms);
    return { start: hour, delivered, failed, p95Ms: p95, statusCodes: results };
  });
  return { asOf, buckets };
}

function millisecondsOf(ms: number | undefined): number | null {
  return ms === undefined || ms < 0 ? null : Math.round(ms * 10) / 10;
}
