import type { Pool } from 'pg';
import type { ClaimedDelivery, Room, Start } from '../ports.ts';
import { roomOf, roomValue } from './endpoint-room.ts';
import { SECRET_COLUMNS, type SecretsRow, toSecrets } from './endpoint-row.ts';
import { microsOf, timeOf } from './micros.ts';

/** Endpoints looked at by one claim; it starts at another one each time, so all get their turn. */
const ENDPOINTS_WALKED_MAX = 2_000;

const FREE = '(lease_until is null or ($7::boolean and lease_until < now()))';

type Kind = {
  readonly waiting: string;
  readonly due: string;
  /** The indexed column that orders the queue of an endpoint, and a position in its type. */
  readonly order: string;
  readonly at: (position: string) => string;
  readonly position: string;
};

/** Takes the lease and reads what is needed to send; by array, so that every plan is by index. */
const leasedBy = ({ position }: Kind) => `
  leased as (
    update delivery
       set lease_until = now() + $1::int * interval '1 millisecond'
     where id = any (array(select id from due))
    returning id, event_id, endpoint_id, attempts, replayed_at, lease_until, due_at
  )
  select leased.id, leased.event_id, leased.endpoint_id, leased.attempts,
         leased.replayed_at is not null as is_replay, ${microsOf('leased.lease_until')} as lease,
         leased.id = any (array(select id from due where was_leased)) as was_leased,
         ${position} as position,
         endpoint.url, ${SECRET_COLUMNS}, webhook_event.body, webhook_event.occurred_at
    from leased
   cross join lateral (
           select * from endpoint
            where id = leased.endpoint_id and deleted_at is null offset 0) as endpoint
   cross join lateral (
           select body, occurred_at from webhook_event
            where id = leased.event_id offset 0) as webhook_event`;

/** No endpoint has one of these ids. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Walks from endpoint to endpoint through the index and takes a few of each, in the order of their
 * ids from a random one round to itself: no endpoint's backlog is ever read through, and one that
 * there is no room for costs a single step. It begins behind a floor: what lies before is finished,
 * and its index entries, which stay while anyone holds an old snapshot, are not read.
 *
 * Unfinished endpoints are known, each with a position of its own, so the walk goes through the gaps
 * between them and never through their finished entries. They come last: no backlog delays the others.
 */
const claimOf = (kind: Kind) => {
  const { waiting, due, order, at } = kind;
  return `
  with recursive unfinished (endpoint_id, position) as (
    select key::uuid, value::bigint from jsonb_each_text($6::jsonb)
  ),
  bound (id) as (
    select endpoint_id from unfinished union values ($4::uuid), ('${LOWEST_ID}')
  ),
  walk (endpoint_id, gap_end, is_found) as (
    select id, lead(id, 1, '${HIGHEST_ID}') over (order by id), false from bound
    union all
    select (select endpoint_id from delivery
             where ${waiting} and ${order} > ${at('$5::bigint')}
               and endpoint_id > walk.endpoint_id and endpoint_id < walk.gap_end
             order by endpoint_id limit 1), gap_end, true
      from walk
     where endpoint_id is not null
  ),
  others (endpoint_id) as (
    select endpoint_id from walk
     where is_found and endpoint_id is not null limit ${ENDPOINTS_WALKED_MAX}
  ),
  due as (
    select chosen.id, chosen.lease_until is not null as was_leased
      from (select * from (
              select endpoint_id, $5::bigint from others
               order by endpoint_id < $4::uuid, endpoint_id) as fresh
            union all
            select * from (
              select endpoint_id, position from unfinished
               order by endpoint_id < $4::uuid, endpoint_id) as known) as walked (endpoint_id, position)
     cross join lateral (
             select id, lease_until from delivery
              where endpoint_id = walked.endpoint_id and ${waiting} and ${due} and ${FREE}
                and ${order} > ${at('walked.position')}
              order by ${order}
              limit ${roomOf('walked.endpoint_id', 3)}
                for update skip locked) as chosen
     limit $2
  ),
  ${leasedBy(kind)}`;
};

const CLAIM_FIRST_ATTEMPTS = {
  name: 'claim-first-attempts',
  text: claimOf({
    waiting: `status = 'PENDING' and attempts = 0`,
    due: 'true',
    order: 'id',
    at: (position) => position,
    position: 'leased.id',
  }),
};

const CLAIM_RETRIES = {
  name: 'claim-retries',
  text: claimOf({
    waiting: `status = 'PENDING' and attempts > 0`,
    due: 'due_at <= now()',
    order: 'due_at',
    at: timeOf,
    position: microsOf('leased.due_at'),
  }),
};

type Row = SecretsRow & {
  id: number;
  event_id: string;
  endpoint_id: string;
  attempts: number;
  is_replay: boolean;
  lease: number;
  position: number;
  was_leased: boolean;
  url: string;
  body: Buffer;
  occurred_at: Date;
};

type Options = { readonly leaseMs: number; readonly randomUuid: () => string };

export function claimDeliveries(db: Pool, { leaseMs, randomUuid }: Options) {
  const claim = (query: { name: string; text: string }) => async (room: Room, start: Start) => {
    const unfinished = JSON.stringify(Object.fromEntries(start.unfinished));
    const looked = [start.floor, unfinished, start.withExpired];
    const values = [leaseMs, room.deliveriesMax, roomValue(room), randomUuid(), ...looked];
    const { rows } = await db.query<Row>({ ...query, values });
    return rows.map(fromRow);
  };
  return { claimFirstAttempts: claim(CLAIM_FIRST_ATTEMPTS), claimRetries: claim(CLAIM_RETRIES) };
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
    attemptsDone: row.attempts,
    isReplay: row.is_replay,
    lease: row.lease,
    position: row.position,
    wasLeased: row.was_leased,
  };
}
