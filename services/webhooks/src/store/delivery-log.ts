import { transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type LoggedAttempt,
  type LoggedDelivery,
  type Page,
} from '../domain/delivery-log.ts';
import type { DeliveryLog } from '../ports.ts';
import { auditEvents, chargeTimeline } from './event-queries.ts';
import { type PlaceRow, placeOf, valuesOfPlace } from './place.ts';
import { replays } from './replay.ts';

const ATTEMPT = `
  jsonb_build_object(
    'at', (extract(epoch from at) * 1000)::float8, 'statusCode', status_code, 'cause', cause,
    'responseBody', coalesce(response_body, ''), 'dnsMs', dns_ms, 'tcpMs', tcp_ms, 'tlsMs', tls_ms,
    'firstByteMs', first_byte_ms, 'totalMs', coalesce(total_ms, duration_ms))`;

const DELIVERY = `
  chosen.id, chosen.endpoint_id, chosen.event_id, chosen.status, chosen.created_at, chosen.attempts,
  chosen.due_at, webhook_event.event, octet_length(webhook_event.body) as body_bytes,
  endpoint.sealed_authorization is not null as has_authorization`;

/** Reads a page of each status by index, then takes the newest of all of them. */
const LIST = {
  name: 'list-deliveries',
  text: `
  select ${DELIVERY}, (extract(epoch from chosen.created_at) * 1000000)::bigint as micros,
         coalesce((select jsonb_build_array(${ATTEMPT}) from delivery_attempt
                    where delivery_id = chosen.id order by at desc limit 1), '[]') as logged
    from (select delivery.*
            from unnest($2::text[]) as wanted (status)
           cross join lateral (
                   select * from delivery
                    where endpoint_id = $1 and delivery.status = wanted.status
                      and created_at >= $3 and created_at < $4
                      and (created_at, id)
                          < (timestamptz 'epoch' + $5::bigint * interval '1 microsecond', $6::bigint)
                    order by created_at desc, id desc
                    limit $7) as delivery
           order by created_at desc, id desc
           limit $7) as chosen
    join webhook_event on webhook_event.id = chosen.event_id
    join endpoint on endpoint.id = chosen.endpoint_id
   order by chosen.created_at desc, chosen.id desc`,
};

/** A delivery has at most ten attempts, and ten more per replay; older ones are left out. */
const ATTEMPTS_SHOWN_MAX = 100;

const FIND = {
  name: 'find-delivery',
  text: `
  select ${DELIVERY},
         (select coalesce(jsonb_agg(attempt order by (attempt ->> 'at')::float8), '[]')
            from (select ${ATTEMPT} as attempt from delivery_attempt
                   where delivery_id = chosen.id order by at desc limit $3) as latest) as logged
    from delivery as chosen
    join endpoint on endpoint.id = chosen.endpoint_id
    join webhook_event on webhook_event.id = chosen.event_id
   where chosen.id = $2 and endpoint.account_id = $1 and endpoint.deleted_at is null`,
};

type LoggedRow = {
  at: number;
  statusCode: number | null;
  cause: string | null;
  responseBody: string;
  dnsMs: number | null;
  tcpMs: number | null;
  tlsMs: number | null;
  firstByteMs: number | null;
  totalMs: number;
};

type Row = {
  id: number;
  endpoint_id: string;
  event_id: string;
  event: string;
  status: DeliveryStatus;
  created_at: Date;
  attempts: number;
  due_at: Date;
  body_bytes: number;
  has_authorization: boolean;
  logged: LoggedRow[];
};

export function deliveryLog(db: Pool): DeliveryLog {
  return {
    async list({ endpointId, status, from, to, limit, after }): Promise<Page<LoggedDelivery>> {
      const statuses = status === null ? DELIVERY_STATUSES : [status];
      const place = valuesOfPlace(after, 'newest');
      const values = [endpointId, statuses, from, to, ...place, limit + 1];
      const { rows } = await db.query<Row & PlaceRow>({ ...LIST, values });
      return { items: rows.slice(0, limit).map(toDelivery), next: placeOf(rows, limit) };
    },
    async find(accountId, deliveryId) {
      const values = [accountId, deliveryId, ATTEMPTS_SHOWN_MAX];
      const { rows } = await transactAs(db, accountId, (tx) => tx.query<Row>({ ...FIND, values }));
      return rows[0] ? toDelivery(rows[0]) : null;
    },
    ...replays(db),
    timeline: chargeTimeline(db),
    audit: auditEvents(db),
  };
}

function toDelivery(row: Row): LoggedDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    event: row.event,
    status: row.status,
    createdAt: row.created_at,
    attemptsDone: row.attempts,
    dueAt: row.due_at,
    bodyBytes: row.body_bytes,
    hasAuthorization: row.has_authorization,
    attempts: row.logged.map(toAttempt),
  };
}

function toAttempt({ at, statusCode, cause, responseBody, ...timings }: LoggedRow): LoggedAttempt {
  return { at: new Date(at), statusCode, cause, responseBody, timings };
}
