import type { Pool } from 'pg';
import type { ClaimedDelivery, ClaimStart, Room } from '../ports.ts';
import { freeParameter, freeSql } from './endpoint-room.ts';
import { SECRET_COLUMNS, type SecretsRow, toSecrets } from './endpoint-row.ts';
import { microsOf, timeOf } from './micros.ts';

/** Endpoints read by one claim. Each claim starts at a random one, so none is left out for long. */
const ENDPOINTS_WALKED_MAX = 2_000;

const FREE = '(lease_until is null or ($7::boolean and lease_until < now()))';

/** One of the two queues: first attempts and retries. All fields are SQL. */
type Queue = {
  /** Which deliveries are in the queue, and which of those may be sent now. */
  readonly waiting: string;
  readonly due: string;
  /** The indexed column that orders the queue of an endpoint. */
  readonly order: string;
  /** A queue key in the type of that column. */
  readonly at: (queueKey: string) => string;
  /** The queue key of a leased row. */
  readonly queueKey: string;
};

/** Takes the lease and reads what is needed to send. Rows are given by array, which forces an index scan. */
const leasedFrom = ({ queueKey }: Queue) => `
  leased as (
    update delivery
       set lease_until = now() + $1::int * interval '1 millisecond'
     where id = any (array(select id from due))
    returning id, event_id, endpoint_id, attempts, replayed_at, is_test, lease_until, due_at
  )
  select leased.id, leased.event_id, leased.endpoint_id, leased.attempts,
         leased.replayed_at is not null as is_replay, leased.is_test,
         ${microsOf('leased.lease_until')} as lease,
         leased.id = any (array(select id from due where was_leased)) as was_leased,
         (select count(*) from others) >= ${ENDPOINTS_WALKED_MAX} as is_walk_cut,
         ${queueKey} as queue_key,
         endpoint.url, ${SECRET_COLUMNS}, webhook_event.body, webhook_event.occurred_at,
         webhook_event.request_ids, webhook_event.trace_parent
    from leased
   cross join lateral (
           select * from endpoint
            where id = leased.endpoint_id and deleted_at is null offset 0) as endpoint
   cross join lateral (
           select body, occurred_at, request_ids, trace_parent from webhook_event
            where id = leased.event_id offset 0) as webhook_event`;

/** No endpoint has one of these ids. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Walks through the index from endpoint to endpoint, in the order of their ids, starting at a random
 * endpoint id and wrapping around, and takes a few deliveries of each. No backlog is read through,
 * and an endpoint without room costs a single step. The walk skips what is below the queue floor:
 * those deliveries are finished, but their index entries stay while anyone holds an old snapshot.
 *
 * An unfinished endpoint, which may have more due than its last claim took, has a floor of its own. So the walk
 * reads the gaps between unfinished endpoints, one to its end before the next: if each claim read only the start of
 * every gap, the ends would never be reached. Unfinished endpoints are added last, so that their backlogs do not delay the others.
 *
 * $1 length of a lease in milliseconds
 * $2 how many deliveries may be claimed in all
 * $3 how many of each endpoint (endpoint-room.ts)
 * $4 random endpoint id to start at
 * $5 queue floor
 * $6 unfinished endpoints, as JSON: endpoint id to its own floor
 * $7 whether deliveries with an expired lease are claimed too
 */
const claimFrom = (queue: Queue) => {
  const { waiting, due, order, at } = queue;
  return `
  with recursive unfinished (endpoint_id, own_floor) as (
    select key::uuid, value::bigint from jsonb_each_text($6::jsonb)
  ),
  circle (bounds) as materialized (
    select $4::uuid
           || array(select endpoint_id from unfinished where endpoint_id > $4::uuid order by 1)
           || '{${HIGHEST_ID}, ${LOWEST_ID}}'::uuid[]
           || array(select endpoint_id from unfinished where endpoint_id < $4::uuid order by 1)
           || $4::uuid
  ),
  walk (endpoint_id, gap, is_found) as (
    select $4::uuid, 1, false
    union all
    select coalesce(next.endpoint_id, gap_end),
           case when next.endpoint_id is null then gap + 1 else gap end,
           next.endpoint_id is not null
      from (select *, (select bounds from circle)[gap + 1] as gap_end from walk offset 0) as walk
      left join lateral (
             select endpoint_id from delivery
              where ${waiting} and ${order} > ${at('$5::bigint')}
                and endpoint_id > walk.endpoint_id and endpoint_id < walk.gap_end
              order by endpoint_id limit 1) as next on true
     where gap_end is not null
  ),
  others (endpoint_id) as (
    select endpoint_id from walk where is_found limit ${ENDPOINTS_WALKED_MAX}
  ),
  due as (
    select chosen.id, chosen.lease_until is not null as was_leased
      from (select * from (
              select endpoint_id, $5::bigint from others
               order by endpoint_id < $4::uuid, endpoint_id) as fresh
            union all
            select * from (
              select endpoint_id, own_floor from unfinished
               order by endpoint_id < $4::uuid, endpoint_id) as known) as walked (endpoint_id, queue_floor)
     cross join lateral (
             select id, lease_until from delivery
              where endpoint_id = walked.endpoint_id and ${waiting} and ${due} and ${FREE}
                and ${order} > ${at('walked.queue_floor')}
              order by ${order}
              limit ${freeSql('walked.endpoint_id', 3)}
                for update skip locked) as chosen
     limit $2
  ),
  ${leasedFrom(queue)}`;
};

const CLAIM_FIRST_ATTEMPTS = {
  name: 'claim-first-attempts',
  text: claimFrom({
    waiting: `status = 'PENDING' and attempts = 0`,
    due: 'true',
    order: 'id',
    at: (queueKey) => queueKey,
    queueKey: 'leased.id',
  }),
};

const CLAIM_RETRIES = {
  name: 'claim-retries',
  text: claimFrom({
    waiting: `status = 'PENDING' and attempts > 0`,
    due: 'due_at <= now()',
    order: 'due_at',
    at: timeOf,
    queueKey: microsOf('leased.due_at'),
  }),
};

type Row = SecretsRow & {
  id: number;
  event_id: string;
  endpoint_id: string;
  attempts: number;
  is_replay: boolean;
  is_test: boolean;
  lease: number;
  queue_key: number;
  was_leased: boolean;
  is_walk_cut: boolean;
  url: string;
  body: Buffer;
  occurred_at: Date;
  request_ids: string | null;
  trace_parent: string | null;
};

type Options = { readonly leaseMs: number; readonly randomUuid: () => string };

export function claimDeliveries(db: Pool, { leaseMs, randomUuid }: Options) {
  const claim =
    (query: { name: string; text: string }) => async (room: Room, start: ClaimStart) => {
      const unfinished = JSON.stringify(Object.fromEntries(start.unfinished));
      const values = [
        leaseMs,
        room.deliveriesMax,
        freeParameter(room),
        randomUuid(),
        start.queueFloor,
        unfinished,
        start.withExpired,
      ];
      const { rows } = await db.query<Row>({ ...query, values });
      return { deliveries: rows.map(fromRow), isWalkCut: rows[0]?.is_walk_cut ?? false };
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
    requestIds: row.request_ids,
    traceParent: row.trace_parent,
    attemptsDone: row.attempts,
    isReplay: row.is_replay,
    isTest: row.is_test,
    lease: row.lease,
    queueKey: row.queue_key,
    wasLeased: row.was_leased,
  };
}
