import { prepared } from '@entrada/platform/db/prepared';
import type { ClientBase } from 'pg';
import type { ClaimedDelivery, Origin, Room } from '../domain/delivery.ts';
import type { SealedSecrets } from '../domain/endpoint.ts';
import { encodeBody, type WebhookEvent } from '../domain/webhook-event.ts';
import { microsOf, SECRET_COLUMNS } from './columns.ts';
import { freeParameter, freeSql, queueEndpoints } from './endpoint-queue.ts';

/** The statement is the same for any number of events, so Postgres keeps one plan. */
const NEW_EVENT = `
  new_event as (
    select *, row_number() over () as number
      from json_to_recordset($1::json)
           as new_event (id uuid, account_id uuid, event text, body text, occurred_at timestamptz,
                         charge_id text, trace_id text, request_ids text, trace_parent text)
  )`;

/**
 * Reserves positions at the end of each account's feed, in order of account id so that two
 * transactions cannot deadlock; feeds are locked before endpoints for the same reason. A position is
 * never lower than the time in microseconds, so that a database restored to an earlier point issues
 * none again: cursors from before the restore stay valid.
 */
const APPENDED = `
  appended as (
    insert into feed (account_id, last_position)
    select account_id, ${microsOf('statement_timestamp()')} + count(*)
      from new_event group by account_id order by account_id
        on conflict (account_id)
        do update set last_position = greatest(
             excluded.last_position,
             feed.last_position + excluded.last_position - ${microsOf('statement_timestamp()')})
    returning account_id, last_position
  )`;

/**
 * `last_position` is the last of this batch, so rows are numbered backwards from it. An event that
 * is already stored, because its inbox row was lost or removed, gets no second delivery.
 */
const STORED = `
  stored as (
    insert into webhook_event
           (id, account_id, event, body, occurred_at, charge_id, trace_id, request_ids, trace_parent,
            position)
    select id, account_id, event, convert_to(body, 'UTF8'), occurred_at, charge_id, trace_id, request_ids, trace_parent,
           last_position + 1 - row_number() over (partition by account_id order by number desc)
      from new_event
      join appended using (account_id)
     order by number
        on conflict (id) do nothing
    returning id, account_id, event
  )`;

/**
 * The share lock orders this against the disabling of an endpoint: its deliveries are either seen
 * by the transaction that disables it, or held from the start.
 */
const SUBSCRIBED = `
  subscribed as (
    select stored.id as event_id, endpoint.id as endpoint_id, stored.event, endpoint.account_id,
           endpoint.status, endpoint.url,
           ${SECRET_COLUMNS}
      from stored
      join endpoint on endpoint.account_id = stored.account_id
                   and stored.event = any (endpoint.events)
                   and endpoint.deleted_at is null
       for share of endpoint
  )`;

/**
 * If all of a batch fit into the sender's room they are leased on insert, so it need not search for them. Per
 * endpoint all or none: if some stayed unleased, the insert would wake the senders, which would claim
 * before this process has sent its own.
 */
const PLANNED = `
  planned as (
    insert into delivery (event_id, endpoint_id, event, status, lease_until)
    select event_id, endpoint_id, event,
           case status when 'ENABLED' then 'PENDING' else 'HELD' end,
           case when status = 'ENABLED' and of_all <= $3::int
                     and of_endpoint <= ${freeSql('endpoint_id', 4)}
                then clock_timestamp() + $2::int * interval '1 millisecond' end
      from (select *, count(*) over () as of_all,
                   count(*) over (partition by endpoint_id) as of_endpoint
              from subscribed) as counted
    returning *
  )`;

const PLAN = `
  with ${NEW_EVENT}, ${APPENDED}, ${STORED}, ${SUBSCRIBED}, ${PLANNED}, ${queueEndpoints('planned')}
  select planned.id, ${microsOf('lease_until')} as lease, event_id as "eventId", endpoint_id as "endpointId",
         subscribed.account_id as "accountId", subscribed.url, "sealedSecret", "sealedAuthorization", "sealedPreviousSecret"
    from planned
    join subscribed using (event_id, endpoint_id)
   where lease_until is not null`;

type Row = SealedSecrets &
  Pick<ClaimedDelivery, 'id' | 'lease' | 'eventId' | 'endpointId' | 'accountId' | 'url'>;

export type PlanDeliveries = ReturnType<typeof planDeliveries>;

/**
 * Appends each event to its account's feed, with one delivery for each endpoint that subscribed. Returns those that there
 * was room for: they are claimed, and sent after the commit.
 */
export function planDeliveries(leaseMs: number) {
  return async (
    tx: ClientBase,
    events: readonly (WebhookEvent & Origin)[],
    room: Room,
  ): Promise<readonly ClaimedDelivery[]> => {
    if (events.length === 0) return [];
    const encoded = events.map((event) => ({ ...event, body: encodeBody(event) }));
    const values = [
      JSON.stringify(encoded.map(rowOf)),
      leaseMs,
      room.deliveriesMax,
      freeParameter(room),
    ];
    const { rows } = await tx.query<Row>(prepared(PLAN, values));
    const eventsById = new Map(encoded.map((event) => [event.id, event]));
    return rows.flatMap((row) => claimed(row, eventsById.get(row.eventId)));
  };
}

type EncodedEvent = WebhookEvent & Origin & { readonly body: Buffer };

function rowOf(event: EncodedEvent) {
  return {
    id: event.id,
    account_id: event.accountId,
    event: event.event,
    body: event.body.toString(),
    occurred_at: event.occurredAt,
    charge_id: event.chargeId,
    trace_id: event.traceParent?.split('-')[1] ?? null,
    request_ids: event.requestIds,
    trace_parent: event.traceParent,
  };
}

function claimed(row: Row, event: EncodedEvent | undefined): ClaimedDelivery[] {
  if (!event) return [];
  const { body, occurredAt, requestIds, traceParent, receivedAt } = event;
  const origin = { requestIds, traceParent, receivedAt };
  const isNew = { attemptsDone: 0, isReplay: false, isTest: false, wasLeased: false };
  return [{ ...row, ...origin, ...isNew, body, occurredAt }];
}
