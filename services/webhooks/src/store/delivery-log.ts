import { prepared } from '@entrada/platform/db/prepared';
import { queryAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import {
  type AuditedEvent,
  DELIVERY_STATUSES,
  type LogFilter,
  type LoggedDelivery,
  type LogPlace,
  type Page,
  type TimelineEntry,
  type Window,
} from '../domain/delivery-log.ts';
import { EventType } from '../domain/webhook-event.ts';
import { microsOf, timeOf } from './columns.ts';
import { replays } from './replay.ts';

const ATTEMPT = `
  jsonb_build_object(
    'atMs', (extract(epoch from at) * 1000)::float8, 'statusCode', status_code, 'cause', cause,
    'causeCode', nullif(outcome, 'delivered'), 'responseBody', coalesce(response_body, ''),
    'responseHeaders', string_to_array(coalesce(response_headers, ''), E'\\n'),
    'timings', jsonb_build_object(
      'dnsMs', dns_ms, 'tcpMs', tcp_ms, 'tlsMs', tls_ms, 'firstByteMs', first_byte_ms,
      'totalMs', coalesce(total_ms, duration_ms)))`;

/** A delivery that is `chosen` as the domain names its parts, with its event and its endpoint. */
const DELIVERY = `
  chosen.id, chosen.endpoint_id as "endpointId", chosen.event_id as "eventId", chosen.event,
  chosen.is_test as "isTest", chosen.status,
  coalesce(chosen.again_by, case when chosen.is_test then 'test' else 'event' end) as "triggeredBy",
  coalesce(chosen.again_at, chosen.created_at) as "triggeredAt", chosen.created_at as "createdAt",
  chosen.attempts as "attemptsDone", chosen.due_at as "dueAt",
  octet_length(webhook_event.body) as "bodyBytes", endpoint.name as "endpointName",
  endpoint.sealed_authorization is not null as "hasAuthorization"`;

/** The latest attempts of the delivery that is `chosen`, oldest first. */
const latestAttempts = (max: string) => `
  (select coalesce(jsonb_agg(attempt order by (attempt ->> 'atMs')::float8), '[]')
     from (select ${ATTEMPT} as attempt from delivery_attempt
            where delivery_id = chosen.id order by at desc limit ${max}) as latest)`;

/** A delivery has at most ten attempts, and ten more per replay; older ones are left out. */
const ATTEMPTS_SHOWN_MAX = 100;

const FIND = `
  select ${DELIVERY}, convert_from(webhook_event.body, 'UTF8') as body,
         ${latestAttempts('$3')} as attempts
    from delivery as chosen
    join endpoint on endpoint.id = chosen.endpoint_id
    join webhook_event on webhook_event.id = chosen.event_id
   where chosen.id = $2 and endpoint.account_id = $1 and endpoint.deleted_at is null`;

export type DeliveryLog = ReturnType<typeof deliveryLog>;

export function deliveryLog(db: Pool) {
  return {
    list: listDeliveries(db),
    async find(accountId: string, deliveryId: number): Promise<LoggedDelivery | null> {
      const values = [accountId, deliveryId, ATTEMPTS_SHOWN_MAX];
      const { rows } = await queryAs<LoggedDelivery>(db, accountId, prepared(FIND, values));
      return rows[0] ?? null;
    },
    ...replays(db),
    timeline: chargeTimeline(db),
    audit: auditEvents(db),
  };
}

/**
 * The page begins after a place and ends at a time. One comparison of both columns gives the start: with a second
 * condition on the time the index could be entered there, far from the page.
 */
const inPage = (delivery: string) => `
  ${delivery}.created_at >= $4
  and (${delivery}.created_at, ${delivery}.id) < (${timeOf('$5::bigint')}, $6::bigint)`;

/**
 * Reads a page of each endpoint and status by index, then takes the newest of all of them. An account has at most
 * ten endpoints, so that a page costs at most fifty such reads, whatever the log holds.
 */
const perEndpoint = (condition: string) => `
  select ${DELIVERY}, ${microsOf('chosen.created_at')} as micros, ${latestAttempts('1')} as attempts
    from (select page.id, page.created_at
            from endpoint
           cross join unnest($3::text[]) as wanted (status)
           cross join lateral (
                   select id, created_at from delivery
                    where delivery.endpoint_id = endpoint.id and delivery.status = wanted.status
                      and ${inPage('delivery')} ${condition}
                    order by created_at desc, id desc
                    limit $7) as page
           where endpoint.account_id = $1 and endpoint.deleted_at is null
             and ($2::uuid is null or endpoint.id = $2)
           order by page.created_at desc, page.id desc
           limit $7) as place
   cross join lateral (select * from delivery where id = place.id offset 0) as chosen
   cross join lateral (select * from endpoint where id = chosen.endpoint_id offset 0) as endpoint
   cross join lateral (
           select body from webhook_event where id = chosen.event_id offset 0) as webhook_event
   order by place.created_at desc, place.id desc`;

const LIST = perEndpoint('');
/** By an index of all other events than deposits, which is used only if the query says so itself. */
const LIST_OF_EVENT = perEndpoint(
  `and delivery.event = $8 and delivery.event <> '${EventType.DepositSuccess}'`,
);
/** By the index of all events: most are these. */
const LIST_OF_DEPOSITS = perEndpoint('and delivery.event = $8');

/** An event has at most one delivery to each endpoint. */
const LIST_OF_ONE_EVENT = `
  select ${DELIVERY}, ${microsOf('chosen.created_at')} as micros, ${latestAttempts('1')} as attempts
    from (select * from delivery where event_id = $8 offset 0) as chosen
    join endpoint on endpoint.id = chosen.endpoint_id
    join webhook_event on webhook_event.id = chosen.event_id
   where endpoint.account_id = $1 and endpoint.deleted_at is null
     and ($2::uuid is null or endpoint.id = $2) and chosen.status = any ($3::text[])
     and ${inPage('chosen')} and ($9::text is null or chosen.event = $9)
   order by chosen.created_at desc, chosen.id desc
   limit $7`;

/** Newest first, each with its last attempt only; of the endpoints that are not deleted. */
function listDeliveries(db: Pool) {
  return async (accountId: string, filter: LogFilter): Promise<Page<LoggedDelivery>> => {
    const { endpointId, status, from, limit } = filter;
    const statuses = status === null ? DELIVERY_STATUSES : [status];
    const { micros, id } = startOf(filter);
    const values = [accountId, endpointId, statuses, from, micros, id, limit + 1];
    const query = queryOf(filter, values);
    const { rows } = await queryAs<LoggedDelivery & PlaceRow>(db, accountId, query);
    return { items: rows.slice(0, limit), next: placeOf(rows, limit) };
  };
}

function queryOf({ event, eventId }: LogFilter, values: readonly unknown[]) {
  if (eventId !== null) return prepared(LIST_OF_ONE_EVENT, [...values, eventId, event]);
  if (event === EventType.DepositSuccess) return prepared(LIST_OF_DEPOSITS, [...values, event]);
  if (event !== null) return prepared(LIST_OF_EVENT, [...values, event]);
  return prepared(LIST, [...values]);
}

/** Where the page before ended, or the end of the window if that is earlier. */
function startOf({ to, after }: Pick<LogFilter, 'to' | 'after'>): LogPlace {
  const end = { micros: to.getTime() * 1_000, id: '0' };
  return after && after.micros < end.micros ? after : end;
}

type PlaceRow = { id: number | string; micros: number };

/** Before everything there can be. */
const OLDEST: LogPlace = { micros: 0, id: '00000000-0000-0000-0000-000000000000' };

/** Rows are read up to one more than the page has: if it is there, there is a next page. */
function placeOf(rows: readonly PlaceRow[], limit: number): LogPlace | null {
  const last = rows[limit - 1];
  return rows.length > limit && last ? { micros: last.micros, id: String(last.id) } : null;
}

/** Attempts are numbered over the whole life of a delivery; a redelivery continues the count. */
const TIMELINE = `
  with stored as (
    select * from webhook_event where charge_id = $2 and account_id = $1
  )
  select created_at as at, 'webhook_created' as kind, trace_id as "traceId",
         jsonb_build_object('eventId', id, 'event', event) as detail
    from stored
   union all
  select attempt.at, 'webhook_attempt', trace_id,
         jsonb_build_object(
           'eventId', stored.id, 'event', stored.event, 'deliveryId', delivery.id::text,
           'webhookId', endpoint.id, 'webhookName', endpoint.name,
           'attempt', row_number() over (partition by delivery.id order by attempt.at),
           'statusCode', attempt.status_code, 'cause', attempt.cause,
           'causeCode', nullif(attempt.outcome, 'delivered'),
           'durationMs', coalesce(attempt.total_ms, attempt.duration_ms))
    from stored
    join delivery on delivery.event_id = stored.id
    join endpoint on endpoint.id = delivery.endpoint_id
    join delivery_attempt as attempt on attempt.delivery_id = delivery.id
   order by at, kind desc
   limit $3`;

function chargeTimeline(db: Pool) {
  return async (
    accountId: string,
    chargeId: string,
    max: number,
  ): Promise<readonly TimelineEntry[]> => {
    const values = [accountId, chargeId, max];
    const { rows } = await queryAs<TimelineEntry>(db, accountId, prepared(TIMELINE, values));
    return rows;
  };
}

const AUDIT = `
  select stored.id, stored.event, stored.charge_id as "chargeId", stored.created_at as "createdAt",
         ${microsOf('stored.created_at')} as micros,
         (select count(*)::int from delivery where event_id = stored.id) as deliveries,
         (select min(attempt.at)
            from delivery join delivery_attempt as attempt on attempt.delivery_id = delivery.id
           where delivery.event_id = stored.id) as "firstAttemptAt"
    from webhook_event as stored
   where created_at >= $1 and created_at < $2
     and (created_at, id) > (${timeOf('$3::bigint')}, $4::uuid)
     and position is not null and event <> 'ENDPOINT_DISABLED'
   order by created_at, id
   limit $5`;

function auditEvents(db: Pool) {
  return async (
    { from, to }: Window,
    limit: number,
    after: LogPlace | null,
  ): Promise<Page<AuditedEvent>> => {
    const { micros, id } = after ?? OLDEST;
    const values = [from, to, micros, id, limit + 1];
    const { rows } = await db.query<AuditedEvent & PlaceRow>(prepared(AUDIT, values));
    return { items: rows.slice(0, limit), next: placeOf(rows, limit) };
  };
}
