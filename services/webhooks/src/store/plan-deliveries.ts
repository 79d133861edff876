import type { ClientBase } from 'pg';
import { encodeBody } from '../events/encode.ts';
import type { ClaimedDelivery, Origin, PlanTransaction } from '../ports.ts';
import { freeParameter, freeSql } from './endpoint-room.ts';
import { SECRET_COLUMNS, type SecretsRow, toSecrets } from './endpoint-row.ts';
import { microsOf } from './micros.ts';

/** In the order of the values below. */
const NEW_EVENT = `
  new_event as (
    select *
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::timestamptz[], $6::text[],
                  $7::text[], $11::text[], $12::text[])
           with ordinality as new_event (id, account_id, event, body, occurred_at, charge_id, trace_id,
                                    request_ids, trace_parent, number)
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
    select id, account_id, event, body, occurred_at, charge_id, trace_id, request_ids, trace_parent,
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
    select stored.id as event_id, endpoint.id as endpoint_id, stored.event, endpoint.status,
           endpoint.url,
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
           case when status = 'ENABLED' and of_all <= $9::int
                     and of_endpoint <= ${freeSql('endpoint_id', 10)}
                then clock_timestamp() + $8::int * interval '1 millisecond' end
      from (select *, count(*) over () as of_all,
                   count(*) over (partition by endpoint_id) as of_endpoint
              from subscribed) as counted
    returning id, event_id, endpoint_id, lease_until
  )`;

const PLAN = {
  name: 'plan-deliveries',
  text: `
  with ${NEW_EVENT}, ${APPENDED}, ${STORED}, ${SUBSCRIBED}, ${PLANNED}
  select planned.id, ${microsOf('lease_until')} as lease, subscribed.*
    from planned
    join subscribed using (event_id, endpoint_id)
   where lease_until is not null`,
};

type Row = SecretsRow & {
  id: number;
  lease: number;
  event_id: string;
  endpoint_id: string;
  url: string;
};

export function planTransaction(tx: ClientBase, leaseMs: number): PlanTransaction {
  return {
    async plan(events, room) {
      if (events.length === 0) return [];
      const encoded = events.map((event) => ({ ...event, body: encodeBody(event) }));
      const values = [
        events.map(({ id }) => id),
        events.map(({ accountId }) => accountId),
        events.map(({ event }) => event),
        encoded.map(({ body }) => body),
        events.map(({ occurredAt }) => occurredAt),
        events.map(({ chargeId }) => chargeId),
        events.map(({ traceParent }) => traceParent?.split('-')[1] ?? null),
        leaseMs,
        room.deliveriesMax,
        freeParameter(room),
        events.map(({ requestIds }) => requestIds),
        events.map(({ traceParent }) => traceParent),
      ];
      const { rows } = await tx.query<Row>({ ...PLAN, values });
      const eventsById = new Map(encoded.map((event) => [event.id, event]));
      return rows.flatMap((row) => claimed(row, eventsById.get(row.event_id)));
    },
  };
}

function claimed(
  row: Row,
  event: Pick<ClaimedDelivery, 'body' | 'occurredAt' | keyof Origin> | undefined,
): ClaimedDelivery[] {
  if (!event) return [];
  return [
    {
      id: row.id,
      endpointId: row.endpoint_id,
      eventId: row.event_id,
      url: row.url,
      ...toSecrets(row),
      body: event.body,
      occurredAt: event.occurredAt,
      requestIds: event.requestIds,
      traceParent: event.traceParent,
      attemptsDone: 0,
      isReplay: false,
      isTest: false,
      lease: row.lease,
      queueKey: null,
      wasLeased: false,
    },
  ];
}
