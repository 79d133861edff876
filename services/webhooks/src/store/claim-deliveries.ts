import type { Pool } from 'pg';
import type { ClaimedDelivery, Room } from '../ports.ts';
import { roomOf, roomValue } from './endpoint-room.ts';
import { SECRET_COLUMNS, type SecretsRow, toSecrets } from './endpoint-row.ts';

/** Endpoints looked at by one claim; it starts at another one each time, so all get their turn. */
const ENDPOINTS_WALKED_MAX = 2_000;

const FREE = '(lease_until is null or lease_until < now())';

/** Takes the lease and reads what is needed to send; by array, so that every plan is by index. */
const LEASE = `
  leased as (
    update delivery
       set lease_until = now() + $1::int * interval '1 millisecond'
     where id = any (array(select id from due))
    returning id, event_id, endpoint_id, attempts, replayed_at
  )
  select leased.id, leased.event_id, leased.endpoint_id, leased.attempts,
         leased.replayed_at is not null as is_replay,
         endpoint.url, ${SECRET_COLUMNS}, webhook_event.body, webhook_event.occurred_at
    from leased
    join endpoint on endpoint.id = leased.endpoint_id and endpoint.deleted_at is null
    join webhook_event on webhook_event.id = leased.event_id`;

type Kind = { readonly waiting: string; readonly due: string; readonly order: string };

/**
 * Walks from endpoint to endpoint through the index, from a random one round to itself (a repeat
 * ends a recursive union), and takes a few of each: no endpoint's backlog is ever read through, and
 * one that there is no room for costs a single step.
 */
const claimOf = ({ waiting, due, order }: Kind) => `
  with recursive walk (endpoint_id) as (
    select $4::uuid
    union
    select coalesce(
             (select endpoint_id from delivery
               where ${waiting} and endpoint_id > walk.endpoint_id
               order by endpoint_id limit 1),
             (select endpoint_id from delivery where ${waiting} order by endpoint_id limit 1))
      from walk
     where walk.endpoint_id is not null
  ),
  due as (
    select chosen.id
      from (select endpoint_id from walk limit ${ENDPOINTS_WALKED_MAX}) as walked
     cross join lateral (
             select id from delivery
              where endpoint_id = walked.endpoint_id and ${waiting} and ${due} and ${FREE}
              order by ${order}
              limit ${roomOf('walked.endpoint_id', 3)}
                for update skip locked) as chosen
     limit $2
  ),
  ${LEASE}`;

const CLAIM_FIRST_TRIES = {
  name: 'claim-first-tries',
  text: claimOf({ waiting: `status = 'PENDING' and attempts = 0`, due: 'true', order: 'id' }),
};

const CLAIM_RETRIES = {
  name: 'claim-retries',
  text: claimOf({
    waiting: `status = 'PENDING' and attempts > 0`,
    due: 'due_at <= now()',
    order: 'due_at',
  }),
};

type Row = SecretsRow & {
  id: number;
  event_id: string;
  endpoint_id: string;
  attempts: number;
  is_replay: boolean;
  url: string;
  body: Buffer;
  occurred_at: Date;
};

type Options = { readonly leaseMs: number; readonly randomUuid: () => string };

export function claimDeliveries(db: Pool, { leaseMs, randomUuid }: Options) {
  const claim = (query: { name: string; text: string }) => async (room: Room) => {
    const values = [leaseMs, room.deliveriesMax, roomValue(room), randomUuid()];
    const { rows } = await db.query<Row>({ ...query, values });
    return rows.map(fromRow);
  };
  return { claimFirstTries: claim(CLAIM_FIRST_TRIES), claimRetries: claim(CLAIM_RETRIES) };
}

function fromRow(row: Row): ClaimedDelivery {
  return {
    id: row.id,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    url: row.url,
    ...toSecrets(row),
    body: row.body,
    occurredAt: row.occurred_at,
    triesDone: row.attempts,
    isReplay: row.is_replay,
  };
}
