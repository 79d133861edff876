import { bigintArray, uuidArray } from '@entrada/platform/db/array-parameter';
import { prepared } from '@entrada/platform/db/prepared';
import { transact } from '@entrada/platform/db/transaction';
import type { Pool } from 'pg';
import type { ClaimedDelivery, Room } from '../domain/delivery.ts';
import { microsOf, SECRET_COLUMNS, timeOf } from './columns.ts';

/**
 * The table endpoint_queue has a row for each endpoint with deliveries to send, one for first attempts and one for retries:
 * when a claim looks at it next, and from where. A statement that makes deliveries due writes the row in its transaction. A claim
 * locks the row before it reads the deliveries, so it never postpones or removes a row whose deliveries it has not seen.
 */

/** The part of a lease after which an endpoint with claimed deliveries is looked at again: their sender may have died. */
const LOOK_AGAIN_SHARE = 0.25;
/** Endpoints that one claim looks at. */
const TURNS_MAX = 500;

const OTHERWISE = 'otherwise';

/**
 * SQL for how many deliveries of an endpoint may be claimed. The parameter is a JSON document, which
 * is searched by key; a join with a list would read the whole list for each endpoint.
 */
export function freeSql(endpointId: string, parameter: number): string {
  const room = `$${parameter}::jsonb`;
  return `coalesce(${room} -> ${endpointId}::text, ${room} -> '${OTHERWISE}')::int`;
}

/** The value of that parameter. */
export function freeParameter({ perEndpointMax, overrides }: Room): string {
  return JSON.stringify({ [OTHERWISE]: perEndpointMax, ...Object.fromEntries(overrides) });
}

/**
 * SQL of a `with` that queues the endpoints of deliveries which a statement has made due, and wakes senders if it is their turn
 * now. `deliveries` names their rows. An endpoint that is due already wakes them too: a claim may have passed over its row
 * while this statement had it locked. Rows are locked in one order, so that two such statements never deadlock.
 */
export const queueEndpoints = (deliveries: string) => `
  queued as (
    insert into endpoint_queue as own (endpoint_id, is_retry, due_at, next_position)
    select endpoint_id, attempts > 0, min(coalesce(lease_until, due_at)),
           min(case when attempts > 0 then ${microsOf('due_at')} else id end)
      from ${deliveries}
     where status = 'PENDING'
     group by 1, 2
     order by 1, 2
        on conflict (endpoint_id, is_retry) do update
       set due_at = least(own.due_at, excluded.due_at),
           next_position = least(own.next_position, excluded.next_position)
     where own.due_at > excluded.due_at or own.next_position > excluded.next_position
        or excluded.due_at <= now()
    returning case when own.due_at <= now() then pg_notify('delivery', '') end
  )`;

/** First attempts or retries. All fields are SQL. */
type Lane = {
  readonly isRetry: boolean;
  /** Which deliveries are in the lane, and which of those may be sent now. */
  readonly waiting: string;
  readonly due: string;
  /** The indexed column that orders the deliveries of an endpoint. */
  readonly order: string;
  /** A position in the type of that column. */
  readonly at: (position: string) => string;
  /** The position of a row. */
  readonly position: (row: string) => string;
  /** When the next delivery of an endpoint is due that is not due yet. */
  readonly nextDue: (endpointId: string) => string;
};

const FIRST_ATTEMPTS: Lane = {
  isRetry: false,
  waiting: `status = 'PENDING' and attempts = 0`,
  due: 'true',
  order: 'id',
  at: (position) => position,
  position: (row) => `${row}.id`,
  nextDue: () => 'null::timestamptz',
};

const RETRY_WAITING = `status = 'PENDING' and attempts > 0`;
const RETRIES: Lane = {
  isRetry: true,
  waiting: RETRY_WAITING,
  due: 'due_at <= now()',
  order: 'due_at',
  at: timeOf,
  position: (row) => microsOf(`${row}.due_at`),
  nextDue: (endpointId) => `
    (select due_at from delivery
      where delivery.endpoint_id = ${endpointId} and ${RETRY_WAITING} and due_at > now()
      order by due_at limit 1)`,
};

/** $1 how many deliveries of each endpoint may be claimed, $2 whether to look from the start. */
const takeTurnsOf = ({ isRetry }: Lane) => `
  select endpoint_id as "endpointId", case when $2 then 0 else next_position end as "nextPosition",
         ${freeSql('endpoint_id', 1)} as free
    from endpoint_queue
   where is_retry = ${isRetry} and due_at <= now() and ${freeSql('endpoint_id', 1)} > 0
   order by due_at
   limit ${TURNS_MAX}
     for update skip locked`;

/**
 * Takes the leases of some deliveries of each endpoint and reads what is needed to send them. Rows are given by array, and
 * read in subqueries with `offset 0`, which forces index scans.
 *
 * $1 length of a lease in milliseconds, $2 how many deliveries may be claimed in all, $3 endpoints in turn,
 * $4 the position of each to start at, $5 how many of each, $6 whether deliveries with an expired lease are claimed too
 */
const claimOf = ({ waiting, due, order, at, position }: Lane) => `
  with due as (
    select chosen.id, chosen.lease_until is not null as was_leased
      from unnest($3::uuid[], $4::bigint[], $5::int[]) as turn (endpoint_id, next_position, free)
     cross join lateral (
             select id, lease_until from delivery
              where delivery.endpoint_id = turn.endpoint_id and ${waiting} and ${due}
                and (lease_until is null or ($6 and lease_until < now()))
                and ${order} >= ${at('turn.next_position')}
              order by ${order}
              limit turn.free
                for update skip locked) as chosen
     limit $2
  ),
  leased as (
    update delivery
       set lease_until = now() + $1::int * interval '1 millisecond'
     where id = any (array(select id from due))
    returning id, event_id, endpoint_id, attempts, replayed_at, is_test, lease_until, due_at
  )
  select leased.id, leased.event_id as "eventId", leased.endpoint_id as "endpointId", leased.attempts as "attemptsDone",
         leased.replayed_at is not null as "isReplay", leased.is_test as "isTest",
         ${microsOf('leased.lease_until')} as lease,
         leased.id = any (array(select id from due where was_leased)) as "wasLeased",
         ${position('leased')} as position,
         endpoint.account_id as "accountId", endpoint.deleted_at is not null as "isDeleted",
         endpoint.status = 'DISABLED' as "isDisabled", endpoint.url, ${SECRET_COLUMNS},
         webhook_event.body, webhook_event.occurred_at as "occurredAt", webhook_event.created_at as "receivedAt",
         webhook_event.request_ids as "requestIds", webhook_event.trace_parent as "traceParent"
    from leased
   cross join lateral (
           select * from endpoint where id = leased.endpoint_id offset 0) as endpoint
   cross join lateral (
           select body, occurred_at, created_at, request_ids, trace_parent from webhook_event
            where id = leased.event_id offset 0) as webhook_event`;

/**
 * An endpoint that may have more to claim gets another turn: behind those that a cut claim did not reach, otherwise in its old
 * place, which changes no index. One whose due deliveries are claimed is looked at again from the start, in case their
 * sender dies. One without any waits for its next retry, or leaves the queue.
 *
 * $1 endpoints, $2 where to go on at each, $3 whether it may have more, $4 milliseconds until claimed ones are looked at,
 * $5 whether the claim was cut
 */
const endTurnsOf = ({ isRetry, waiting, due, nextDue }: Lane) => `
  merge into endpoint_queue as own
  using (select endpoint_id, next_position, has_more and not $5 as keeps_place,
                least(case when has_more then now()
                           when exists (select from delivery
                                         where delivery.endpoint_id = turn.endpoint_id
                                           and ${waiting} and ${due} offset 0)
                           then now() + $4::int * interval '1 millisecond' end,
                      ${nextDue('turn.endpoint_id')}) as due_at
           from unnest($1::uuid[], $2::bigint[], $3::boolean[])
                as turn (endpoint_id, next_position, has_more)
         offset 0) as turn
     on own.endpoint_id = turn.endpoint_id and own.is_retry = ${isRetry}
   when matched and turn.due_at is null then delete
   when matched then
        update set due_at = case when keeps_place then own.due_at else turn.due_at end,
                   next_position = turn.next_position`;

const HOLD = `
  update delivery set status = 'HELD', lease_until = null where id = any ($1::bigint[])`;

const NEXT_RETRY = `
  select ceil(extract(epoch from min(due_at) - now()) * 1000)::int as wait_ms
    from endpoint_queue
   where is_retry and due_at > now()`;

/** Counting stops here: beyond it the figure only has to be alarming. */
const BACKLOG_COUNTED_MAX = 100_000;

const dueOf = ({ isRetry, waiting, due, order }: Lane) => `
  select delivery.due_at
    from endpoint_queue as turn
   cross join lateral (
           select due_at from delivery
            where delivery.endpoint_id = turn.endpoint_id and ${waiting} and ${due}
            order by ${order}
            limit $1) as delivery
   where is_retry = ${isRetry}`;

const BACKLOG = `
  select count(*)::int as count,
         coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as "oldestSeconds"
    from (${dueOf(FIRST_ATTEMPTS)} union all ${dueOf(RETRIES)} limit $1) as due`;

type Turn = { readonly endpointId: string; readonly nextPosition: number; readonly free: number };

/** Deliveries of an endpoint that was disabled or deleted are claimed too, and not sent. */
type Row = ClaimedDelivery & {
  readonly position: number;
  readonly isDeleted: boolean;
  readonly isDisabled: boolean;
};

/** What a claim looks for besides new deliveries. */
type Search = {
  /** Deliveries with an expired lease are claimed too. */
  readonly withExpired: boolean;
  /** Of endpoints with a backlog, too, whose turns otherwise go on where the last one ended. */
  readonly fromStart: boolean;
};

/** `isCut`: endpoints were left out, as there are too many for one claim. */
type ClaimResult = { readonly deliveries: readonly ClaimedDelivery[]; readonly isCut: boolean };

type Claim = (room: Room, search: Search) => Promise<ClaimResult>;

/** Claims deliveries of a lane, a few of each endpoint, in the order in which endpoints have waited for a turn. */
function claimsOf(db: Pool, leaseMs: number, lane: Lane): Claim {
  const takeTurns = takeTurnsOf(lane);
  const claim = claimOf(lane);
  const endTurns = endTurnsOf(lane);
  return (room, { withExpired, fromStart }) =>
    transact(db, async (tx) => {
      const taking = prepared(takeTurns, [freeParameter(room), fromStart]);
      const { rows: turns } = await tx.query<Turn>(taking);
      if (turns.length === 0) return { deliveries: [], isCut: false };
      const values = [
        leaseMs,
        room.deliveriesMax,
        uuidArray(turns.map(({ endpointId }) => endpointId)),
        bigintArray(turns.map(({ nextPosition }) => nextPosition)),
        turns.map(({ free }) => free),
        withExpired,
      ];
      const { rows } = await tx.query<Row>(prepared(claim, values));
      const isFull = rows.length >= room.deliveriesMax;
      const isCut = turns.length === TURNS_MAX;
      const lookAgainMs = Math.ceil(leaseMs * LOOK_AGAIN_SHARE);
      const ended = endsOf(turns, rows, isFull);
      await tx.query(prepared(endTurns, [...ended, lookAgainMs, isFull || isCut]));
      const unsent = rows.filter(({ isDisabled }) => isDisabled);
      // Those of a deleted endpoint, which is disabled as well, are abandoned soon.
      const held = unsent.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
      if (held.length > 0) await tx.query(prepared(HOLD, [bigintArray(held)]));
      return { deliveries: rows.filter(({ isDisabled }) => !isDisabled), isCut };
    });
}

/** The parameters of the end of turns. If the claim is full, endpoints that it did not reach keep their turns. */
function endsOf(turns: readonly Turn[], rows: readonly Row[], isFull: boolean): unknown[] {
  const taken = new Map<string, { count: number; last: number }>();
  for (const { endpointId: id, position } of rows) {
    const { count = 0, last = 0 } = taken.get(id) ?? {};
    taken.set(id, { count: count + 1, last: Math.max(last, position) });
  }
  const ended = turns.flatMap(({ endpointId: id, free }) => {
    const { count = 0, last = 0 } = taken.get(id) ?? {};
    if (isFull && count === 0) return [];
    const hasMore = isFull || count >= free;
    return [{ id, hasMore, nextPosition: hasMore ? last : 0 }];
  });
  return [
    uuidArray(ended.map(({ id }) => id)),
    bigintArray(ended.map(({ nextPosition }) => nextPosition)),
    ended.map(({ hasMore }) => hasMore),
  ];
}

type Backlog = { readonly count: number; readonly oldestSeconds: number };

export function endpointQueue(db: Pool, leaseMs: number) {
  return {
    /** Deliveries never attempted. */
    claimFirstAttempts: claimsOf(db, leaseMs, FIRST_ATTEMPTS),
    /** Deliveries due again. */
    claimRetries: claimsOf(db, leaseMs, RETRIES),
    /** Time until the next retry; null when none is planned. */
    async nextRetryInMs(): Promise<number | null> {
      const { rows } = await db.query<{ wait_ms: number | null }>(prepared(NEXT_RETRY));
      return rows[0]?.wait_ms ?? null;
    },
    /** What is due, with the deliveries under way. */
    async backlog(): Promise<Backlog> {
      const { rows } = await db.query<Backlog>(prepared(BACKLOG, [BACKLOG_COUNTED_MAX]));
      return rows[0] ?? { count: 0, oldestSeconds: 0 };
    },
  };
}
