import { bigintArray } from '@entrada/platform/db/array-parameter';
import { prepared } from '@entrada/platform/db/prepared';
import { listen } from '@entrada/platform/db/session';
import type { Runtime } from '@entrada/platform/runtime/runtime';
import type { ClientBase, Pool } from 'pg';
import type { Verdict } from '../domain/attempt.ts';
import type { Attempt, ClaimedDelivery } from '../domain/delivery.ts';
import { timeOf } from './columns.ts';
import { endpointQueue, queueEndpoints } from './endpoint-queue.ts';

/** One row for each result: their number is no part of the plan, so that one plan serves all batches. */
const RESULT = `
  result as (
    select *
      from json_to_recordset($1::json)
           as result (delivery_id bigint, number smallint, at timestamptz, outcome text, status_code smallint,
                      cause text, dns_ms real, tcp_ms real, tls_ms real, first_byte_ms real, total_ms real,
                      response_body text, response_headers text, endpoint_id uuid, status text,
                      delay_ms bigint, lease bigint)
  )`;

/** Attempts are removed with their delivery: one stored after that would stay. */
const LOG = `
  insert into delivery_attempt
         (delivery_id, number, at, duration_ms, outcome, status_code, cause, dns_ms, tcp_ms, tls_ms,
          first_byte_ms, total_ms, response_body, response_headers)
  select delivery_id, number, at, total_ms, outcome, status_code, cause, dns_ms, tcp_ms, tls_ms,
         first_byte_ms, total_ms, nullif(response_body, ''), nullif(response_headers, '')
    from result
   where exists (select from delivery where id = delivery_id offset 0)
      on conflict do nothing`;

/**
 * Whether a result changes its delivery. It does if the attempt is the current one: the delivery was
 * not claimed again and its schedule not started again. Any other result counts only if it is a
 * success after the last replay was requested: a late failure never ends another sender's attempt.
 */
const APPLIES = `
  case when delivery.status in ('PENDING', 'HELD') and delivery.attempts = result.number - 1
            and delivery.lease_until is not distinct from ${timeOf('result.lease')} then true
       when result.status = 'DELIVERED' then
         delivery.status in ('PENDING', 'HELD', 'EXHAUSTED')
         and (delivery.replayed_at is null or delivery.replayed_at <= result.at)
       else false end`;

/**
 * No condition on `delivery` but the primary key can use an index, so every plan finds the rows by it.
 * A retry for an endpoint that was disabled meanwhile is held.
 */
const RECORD = `
  with ${RESULT},
  logged as (${LOG}),
  recorded as (
    update delivery
       set attempts = greatest(delivery.attempts, result.number),
           status = case when result.status = 'PENDING'
                          and (select status from endpoint where id = result.endpoint_id) = 'DISABLED'
                         then 'HELD' else result.status end,
           due_at = now() + result.delay_ms * interval '1 millisecond',
           finished_at = case when result.status in ('DELIVERED', 'EXHAUSTED') then now() end,
           lease_until = null
      from result
     where delivery.id = result.delivery_id and ${APPLIES}
    returning delivery.*
  ),
  ${queueEndpoints('recorded')}
  select`;

const LOG_ONLY = `with ${RESULT} ${LOG}`;

/** Only leases that are still ours: a delivery may have been claimed by another process meanwhile. */
const RELEASE = `
  with released as (
    update delivery
       set lease_until = null
      from unnest($1::bigint[], $2::bigint[]) as mine (id, lease)
     where delivery.id = mine.id and delivery.lease_until = ${timeOf('mine.lease')}
    returning delivery.*
  ),
  ${queueEndpoints('released')}
  select`;

const STATES = `
  select case status when 'ENABLED' then status else disabled_reason end as state,
         count(*)::int as count
    from endpoint
   where deleted_at is null
   group by 1`;

const NO_ENDPOINTS = { ENABLED: 0, OWNER: 0, GONE: 0, FAILING: 0 } as const;

const STATUS = {
  delivered: 'DELIVERED',
  exhausted: 'EXHAUSTED',
  hold: 'HELD',
  retry: 'PENDING',
} as const satisfies Record<Verdict['next'], string>;

export type DeliveryStore = ReturnType<typeof deliveryStore>;

export function deliveryStore(db: Pool, leaseMs: number) {
  return {
    ...endpointQueue(db, leaseMs),
    async record(attempts: readonly Attempt[]): Promise<void> {
      await db.query(prepared(RECORD, [resultsOf(attempts)]));
    },
    /** Ends the leases of deliveries that were claimed and not sent. */
    async release(claimed: readonly Pick<ClaimedDelivery, 'id' | 'lease'>[]): Promise<void> {
      const ids = bigintArray(claimed.map(({ id }) => id));
      const leases = bigintArray(claimed.map(({ lease }) => lease));
      await db.query(prepared(RELEASE, [ids, leases]));
    },
    async endpointStates(): Promise<Record<keyof typeof NO_ENDPOINTS, number>> {
      type Row = { state: keyof typeof NO_ENDPOINTS; count: number };
      const { rows } = await db.query<Row>(prepared(STATES));
      return { ...NO_ENDPOINTS, ...Object.fromEntries(rows.map((row) => [row.state, row.count])) };
    },
  };
}

/** Only adds the attempt of a test to the log. */
export async function logAttempt(tx: ClientBase, attempt: Omit<Attempt, 'lease'>): Promise<void> {
  await tx.query(prepared(LOG_ONLY, [resultsOf([{ ...attempt, lease: 0 }])]));
}

function resultsOf(attempts: readonly Attempt[]): string {
  return JSON.stringify(attempts.map(resultOf));
}

function resultOf({ timings, verdict, ...attempt }: Attempt) {
  return {
    delivery_id: attempt.deliveryId,
    number: attempt.number,
    at: attempt.at,
    outcome: attempt.outcome,
    status_code: attempt.statusCode,
    cause: attempt.cause && storable(attempt.cause),
    dns_ms: timings.dnsMs,
    tcp_ms: timings.tcpMs,
    tls_ms: timings.tlsMs,
    first_byte_ms: timings.firstByteMs,
    total_ms: timings.totalMs,
    response_body: storable(attempt.responseBody),
    response_headers: storable(attempt.responseHeaders.join('\n')),
    endpoint_id: attempt.endpointId,
    status: STATUS[verdict.next],
    delay_ms: verdict.next === 'retry' ? verdict.delayMs : 0,
    lease: attempt.lease,
  };
}

/** Postgres stores no unpaired surrogate, which a body may end with where it was cut, and no NUL. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/**
 * Leases and results need not survive a crash of the database server, because a delivery without them
 * is sent again under the same id: commits do not wait for the disk. Plans that read whole tables are
 * off: one that was made while the tables were small would be kept while they grow.
 */
export const QUEUE_SETTINGS =
  '-c synchronous_commit=off -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan';

type Options = { readonly databaseUrl: string; readonly runtime: Runtime };

/** Wakes the sender when any process has made deliveries due; sometimes without need. */
export function listenForDeliveries(
  { databaseUrl, runtime }: Options,
  { wake }: { readonly wake: () => void },
): AsyncDisposable {
  return listen({
    url: databaseUrl,
    name: 'webhooks-listener',
    log: runtime.log,
    channel: 'delivery',
    onNotify: wake,
    onListening: wake,
  });
}
