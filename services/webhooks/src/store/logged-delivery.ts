import type {
  CauseCode,
  DeliveryStatus,
  LoggedAttempt,
  LoggedDelivery,
  Trigger,
} from '../domain/delivery-log.ts';

const ATTEMPT = `
  jsonb_build_object(
    'at', (extract(epoch from at) * 1000)::float8, 'statusCode', status_code, 'cause', cause,
    'causeCode', nullif(outcome, 'delivered'), 'responseBody', coalesce(response_body, ''),
    'responseHeaders', coalesce(response_headers, ''), 'dnsMs', dns_ms, 'tcpMs', tcp_ms, 'tlsMs', tls_ms,
    'firstByteMs', first_byte_ms, 'totalMs', coalesce(total_ms, duration_ms))`;

/** Of a delivery that is `chosen`, with its event and its endpoint. */
export const DELIVERY = `
  chosen.id, chosen.endpoint_id, chosen.event_id, chosen.event, chosen.is_test, chosen.status,
  coalesce(chosen.again_by, case when chosen.is_test then 'test' else 'event' end) as trigger,
  coalesce(chosen.again_at, chosen.created_at) as triggered_at, chosen.created_at, chosen.attempts,
  chosen.due_at, octet_length(webhook_event.body) as body_bytes, endpoint.name as endpoint_name,
  endpoint.sealed_authorization is not null as has_authorization`;

/** The latest attempts of the delivery that is `chosen`, oldest first. */
export const latestAttempts = (max: string) => `
  (select coalesce(jsonb_agg(attempt order by (attempt ->> 'at')::float8), '[]')
     from (select ${ATTEMPT} as attempt from delivery_attempt
            where delivery_id = chosen.id order by at desc limit ${max}) as latest)`;

type AttemptRow = {
  at: number;
  statusCode: number | null;
  cause: string | null;
  causeCode: CauseCode | null;
  responseBody: string;
  responseHeaders: string;
  dnsMs: number | null;
  tcpMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  totalMs: number;
};

export type DeliveryRow = {
  id: number;
  endpoint_id: string;
  endpoint_name: string;
  event_id: string;
  event: string;
  is_test: boolean;
  trigger: Trigger['kind'];
  triggered_at: Date;
  status: DeliveryStatus;
  created_at: Date;
  attempts: number;
  due_at: Date;
  body_bytes: number;
  body?: string;
  has_authorization: boolean;
  logged: AttemptRow[];
};

export function toDelivery(row: DeliveryRow): LoggedDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    endpointName: row.endpoint_name,
    eventId: row.event_id,
    event: row.event,
    isTest: row.is_test,
    trigger: { kind: row.trigger, at: row.triggered_at },
    status: row.status,
    createdAt: row.created_at,
    attemptsDone: row.attempts,
    dueAt: row.due_at,
    bodyBytes: row.body_bytes,
    body: row.body ?? null,
    hasAuthorization: row.has_authorization,
    attempts: row.logged.map(toAttempt),
  };
}

function toAttempt(row: AttemptRow): LoggedAttempt {
  const { at, statusCode, cause, causeCode, responseBody, responseHeaders, ...timings } = row;
  const lines = responseHeaders === '' ? [] : responseHeaders.split('\n');
  const response = { responseBody, responseHeaders: lines };
  return { at: new Date(at), statusCode, cause, causeCode, ...response, timings };
}
