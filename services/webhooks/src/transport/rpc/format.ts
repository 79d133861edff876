import { messageOf } from '@entrada/contracts/message';
import type { AccountIds } from '@entrada/platform/db/public-ids';
import { VERSION } from '@entrada/platform/runtime/runtime';
import { plannedAttempts } from '../../domain/attempt.ts';
import type { LoggedAttempt, LoggedDelivery, TimelineEntry } from '../../domain/delivery-log.ts';
import type { Endpoint, EndpointWithHealth } from '../../domain/endpoint.ts';
import { TEST_HEADER } from '../../domain/webhook-event.ts';

const NOT_HAPPENED = -1;
const MASK = '********';

const STATUS = { OWNER: 'DISABLED', GONE: 'GONE', FAILING: 'FAILING' } as const;

/** Without health: it was just created. */
export function endpointMessage({ disabled, ...endpoint }: Endpoint & Partial<EndpointWithHealth>) {
  const { delivered, failed, waiting, lastSuccessAt, lastFailureAt, lastFailureCause } = endpoint;
  const health = { delivered, failed, waiting, lastSuccessAt, lastFailureAt, lastFailureCause };
  const status = disabled === null ? 'ENABLED' : STATUS[disabled];
  return messageOf({ ...endpoint, status, disabledReason: disabled, health });
}

export function deliveryMessage(delivery: LoggedDelivery, ids: AccountIds) {
  const { id, status, attemptsDone, dueAt, triggeredBy, triggeredAt } = delivery;
  return messageOf({
    ...delivery,
    id: ids.encode(id),
    trigger: { kind: triggeredBy, at: triggeredAt },
    attempts: delivery.attempts.map((attempt) => attemptMessage(attempt, delivery)),
    nextAttemptsAt: status === 'PENDING' ? plannedAttempts(attemptsDone, dueAt) : [],
  });
}

function attemptMessage({ atMs, timings, ...attempt }: LoggedAttempt, delivery: LoggedDelivery) {
  return {
    ...attempt,
    at: new Date(atMs),
    timings: {
      dnsMs: timings.dnsMs ?? NOT_HAPPENED,
      tcpMs: timings.tcpMs ?? NOT_HAPPENED,
      tlsMs: timings.tlsMs ?? NOT_HAPPENED,
      firstByteMs: timings.firstByteMs ?? NOT_HAPPENED,
      totalMs: timings.totalMs,
    },
    requestHeaders: requestHeaders(atMs, delivery),
  };
}

/** Rebuilt from the delivery: storing them with each attempt would double its size. */
function requestHeaders(atMs: number, delivery: LoggedDelivery) {
  const { eventId, bodyBytes, hasAuthorization, isTest } = delivery;
  return [
    'content-type: application/json',
    `content-length: ${bodyBytes}`,
    `user-agent: Entrada-Webhooks/${VERSION}`,
    `webhook-id: ${eventId}`,
    `webhook-timestamp: ${Math.floor(atMs / 1_000)}`,
    `webhook-signature: v1,${MASK}`,
    ...(isTest ? [`${TEST_HEADER}: true`] : []),
    ...(hasAuthorization ? [`authorization: ${MASK}`] : []),
  ];
}

export function timelineMessage({ detail, ...entry }: TimelineEntry, ids: AccountIds) {
  const { deliveryId, ...rest } = detail;
  const shown =
    deliveryId === undefined ? rest : { ...rest, deliveryId: ids.encode(Number(deliveryId)) };
  return messageOf({ ...entry, detail: JSON.stringify(shown) });
}
