import type { AccountIds } from '@entrada/platform/db/public-ids';
import { VERSION } from '@entrada/platform/runtime/runtime';
import type {
  AuditedEvent,
  LoggedAttempt,
  LoggedDelivery,
  TimelineEntry,
} from '../../domain/delivery-log.ts';
import type { Endpoint, EndpointHealth } from '../../domain/endpoint.ts';
import { plannedAttempts } from '../../domain/retry-schedule.ts';
import { TEST_HEADER } from '../../domain/webhook-event.ts';

const NOT_HAPPENED = -1;
const MASK = '********';

const STATUS = { OWNER: 'DISABLED', GONE: 'GONE', FAILING: 'FAILING' } as const;

export function endpointMessage(endpoint: Endpoint & { readonly health?: EndpointHealth }) {
  const { id, name, url, events, createdAt, disabled, hasAuthorization, health } = endpoint;
  return {
    id,
    name,
    url,
    events: [...events],
    createdAt: createdAt.toISOString(),
    status: disabled === null ? 'ENABLED' : STATUS[disabled],
    hasAuthorization,
    disabledReason: disabled ?? '',
    health: healthMessage(health),
  };
}

function healthMessage(health?: EndpointHealth) {
  return {
    delivered: health?.delivered ?? 0,
    failed: health?.failed ?? 0,
    waiting: health?.waiting ?? 0,
    lastSuccessAt: timeText(health?.lastSuccessAt),
    lastFailureAt: timeText(health?.lastFailureAt),
    lastFailureCause: health?.lastFailureCause ?? '',
  };
}

export function deliveryMessage(delivery: LoggedDelivery, ids: AccountIds) {
  const { id, eventId, event, status, createdAt, endpointId, endpointName } = delivery;
  const { attemptsDone, dueAt, body, isTest, trigger } = delivery;
  const planned = status === 'PENDING' ? plannedAttempts(attemptsDone, dueAt) : [];
  return {
    id: ids.encode(id),
    eventId,
    event,
    status,
    createdAt: createdAt.toISOString(),
    endpointId,
    endpointName,
    body: body ?? '',
    isTest,
    trigger: { kind: trigger.kind, at: trigger.at.toISOString() },
    attempts: delivery.attempts.map((attempt) => attemptMessage(attempt, delivery)),
    nextAttemptsAt: planned.map((at) => at.toISOString()),
  };
}

function attemptMessage(attempt: LoggedAttempt, delivery: LoggedDelivery) {
  const { at, statusCode, cause, causeCode, timings, responseBody, responseHeaders } = attempt;
  return {
    at: at.toISOString(),
    statusCode: statusCode ?? 0,
    cause: cause ?? '',
    causeCode: causeCode ?? '',
    timings: {
      dnsMs: timings.dnsMs ?? NOT_HAPPENED,
      tcpMs: timings.tcpMs ?? NOT_HAPPENED,
      tlsMs: timings.tlsMs ?? NOT_HAPPENED,
      firstByteMs: timings.firstByteMs ?? NOT_HAPPENED,
      totalMs: timings.totalMs,
    },
    responseBody,
    responseHeaders: [...responseHeaders],
    requestHeaders: requestHeaders(at, delivery),
  };
}

/** Rebuilt from the delivery: storing them with each attempt would double its size. */
function requestHeaders(at: Date, delivery: LoggedDelivery) {
  const { eventId, bodyBytes, hasAuthorization, isTest } = delivery;
  return [
    'content-type: application/json',
    `content-length: ${bodyBytes}`,
    `user-agent: Entrada-Webhooks/${VERSION}`,
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${Math.floor(at.getTime() / 1_000)}`,
    `webhook-signature: v1,${MASK}`,
    ...(isTest ? [`${TEST_HEADER}: true`] : []),
    ...(hasAuthorization ? [`authorization: ${MASK}`] : []),
  ];
}

export function timelineMessage({ at, kind, traceId, ...entry }: TimelineEntry, ids: AccountIds) {
  const { deliveryId, ...rest } = entry.detail;
  const detail =
    deliveryId === undefined ? rest : { ...rest, deliveryId: ids.encode(Number(deliveryId)) };
  return { at: at.toISOString(), kind, detail: JSON.stringify(detail), traceId: traceId ?? '' };
}

export function auditMessage(audited: AuditedEvent) {
  const { eventId, event, chargeId, createdAt, firstAttemptAt, deliveries } = audited;
  return {
    eventId,
    event,
    chargeId,
    createdAt: createdAt.toISOString(),
    firstAttemptAt: timeText(firstAttemptAt),
    deliveries,
  };
}

function timeText(at: Date | null | undefined): string {
  return at?.toISOString() ?? '';
}
