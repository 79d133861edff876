import type { Pool } from 'pg';
import type { ClaimedDelivery, Room } from '../ports.ts';

/** Retries looked at beyond those there is room for, to get past an endpoint that is busy. */
const RETRIES_SCANNED_PER_SLOT = 4;

const FREE = '(lease_until is null or lease_until < now())';

/** Takes the lease and reads what is needed to send; by array, so that every plan is by index. */
const LEASE = `
  leased as (
    update delivery
       set lease_until = now() + $1::int * interval '1 millisecond'
     where id = any (array(select id from due))
    returning id, event_id, endpoint_id, attempts
  )
  select leased.id, leased.event_id, leased.endpoint_id, leased.attempts,
         endpoint.url, endpoint.sealed_secret, webhook_event.body, webhook_event.occurred_at
    from leased
    join endpoint on endpoint.id = leased.endpoint_id
    join webhook_event on webhook_event.id = leased.event_id`;

const FIRST_TRY = `status = 'PENDING' and attempts = 0`;

/**
 * Walks from endpoint to endpoint through the index, from a random one round to itself (a repeat
 * ends a recursive union), and takes a few of each: no endpoint's backlog is ever read through.
 */
const CLAIM_FIRST_TRIES = {
  name: 'claim-first-tries',
  text: `
  with recursive waiting (endpoint_id) as (
    select $5::uuid
    union
    select coalesce(
             (select endpoint_id from delivery
               where ${FIRST_TRY} and endpoint_id > waiting.endpoint_id
               order by endpoint_id limit 1),
             (select endpoint_id from delivery where ${FIRST_TRY} order by endpoint_id limit 1))
      from waiting
     where waiting.endpoint_id is not null
  ),
  due as (
    select first_try.id
      from waiting
      left join unnest($3::uuid[], $4::int[]) as busy (endpoint_id, room) using (endpoint_id)
     cross join lateral (
             select id from delivery
              where endpoint_id = waiting.endpoint_id and ${FIRST_TRY} and ${FREE}
              order by id
              limit coalesce(busy.room, $6::int)
                for update skip locked) as first_try
     limit $2
  ),
  ${LEASE}`,
};

const CLAIM_RETRIES = {
  name: 'claim-retries',
  text: `
  with candidate as (
    select id, endpoint_id, row_number() over (partition by endpoint_id order by due_at) as place
      from (select id, endpoint_id, due_at from delivery
             where status = 'PENDING' and attempts > 0 and due_at <= now() and ${FREE}
               and endpoint_id <> all (
                     select endpoint_id from unnest($3::uuid[], $4::int[]) as busy (endpoint_id, room)
                      where room = 0)
             order by due_at
             limit $2::int * $5::int) as longest_due
  ),
  due as (
    select delivery.id
      from delivery
     where delivery.id = any (array(
             select id from candidate
               left join unnest($3::uuid[], $4::int[]) as busy (endpoint_id, room) using (endpoint_id)
              where place <= coalesce(busy.room, $6::int)
              limit $2))
       and status = 'PENDING' and due_at <= now() and ${FREE}
       for update skip locked
  ),
  ${LEASE}`,
};

type Row = {
  id: number;
  event_id: string;
  endpoint_id: string;
  attempts: number;
  url: string;
  sealed_secret: Buffer;
  body: Buffer;
  occurred_at: Date;
};

type Options = { readonly leaseMs: number; readonly randomUuid: () => string };

export function claimDeliveries(db: Pool, { leaseMs, randomUuid }: Options) {
  const claim = async (query: { name: string; text: string }, room: Room, fifth: unknown) => {
    const busy = [...room.underWay];
    const values = [
      leaseMs,
      room.deliveriesMax,
      busy.map(([endpointId]) => endpointId),
      busy.map(([, underWay]) => Math.max(0, room.perEndpointMax - underWay)),
      fifth,
      room.perEndpointMax,
    ];
    const { rows } = await db.query<Row>({ ...query, values });
    return rows.map(fromRow);
  };
  return {
    claimFirstTries: (room: Room) => claim(CLAIM_FIRST_TRIES, room, randomUuid()),
    claimRetries: (room: Room) => claim(CLAIM_RETRIES, room, RETRIES_SCANNED_PER_SLOT),
  };
}

function fromRow(row: Row): ClaimedDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    url: row.url,
    sealedSecret: row.sealed_secret,
    body: row.body,
    occurredAt: row.occurred_at,
    triesDone: row.attempts,
  };
}
