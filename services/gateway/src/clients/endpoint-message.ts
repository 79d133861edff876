import type { Attempt as AttemptMessage } from '@entrada/contracts/gen/webhooks/v1/Attempt';
import type { Delivery as DeliveryMessage } from '@entrada/contracts/gen/webhooks/v1/Delivery';
import type { Endpoint as EndpointMessage } from '@entrada/contracts/gen/webhooks/v1/Endpoint';
import { orNull } from '@entrada/platform/grpc/fields';
import type { Attempt, Delivery, Endpoint } from '../domain/endpoint.ts';

export function toEndpoint(message: EndpointMessage): Endpoint {
  const { id, name, url, events, status, hasAuthorization, createdAt, health } = message;
  return {
    id,
    name,
    url,
    events,
    status,
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

export function toDelivery(message: DeliveryMessage): Delivery {
  const { id, endpointId, eventId, event, status, createdAt, attempts, nextAttemptsAt } = message;
  return {
    id,
    webhookId: endpointId,
    eventId,
    event,
    status,
    createdAt,
    attempts: attempts.map(toAttempt),
    nextAttemptsAt,
  };
}

function toAttempt(message: AttemptMessage): Attempt {
  const { at, statusCode, cause, timings, responseBody, requestHeaders } = message;
  return {
    at,
    statusCode: statusCode || null,
    cause: orNull(cause),
    timings: {
      dns: millisecondsOf(timings?.dnsMs),
      tcp: millisecondsOf(timings?.tcpMs),
      tls: millisecondsOf(timings?.tlsMs),
      firstByte: millisecondsOf(timings?.firstByteMs),
      total: millisecondsOf(timings?.totalMs),
    },
    responseBody,
    requestHeaders,
  };
}

function millisecondsOf(ms: number | undefined): number | null {
  return ms === undefined || ms < 0 ? null : Math.round(ms * 10) / 10;
}
