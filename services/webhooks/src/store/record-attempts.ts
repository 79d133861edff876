import {
  bigintArray,
  textArray,
  timestamptzArray,
  uuidArray,
} from '@entrada/platform/db/array-parameter';
import type { ClientBase, Pool } from 'pg';
import type { Verdict } from '../domain/post-result.ts';
import type { Attempt } from '../ports.ts';
import { timeOf } from './micros.ts';
import { ATTEMPT_HOURS, NOTIFIED_HOURS, NOTIFIES } from './rollups.ts';

/** In the order of the values below. */
const RESULT = `
  result as (
    select *
      from unnest($1::bigint[], $2::smallint[], $3::timestamptz[], $4::text[], $5::smallint[],
                  $6::text[], $7::real[], $8::real[], $9::real[], $10::real[], $11::real[],
                  $12::text[], $13::uuid[], $14::text[], $15::bigint[], $16::bigint[], $17::text[])
           as attempt (delivery_id, number, at, outcome, status_code, cause, dns_ms, tcp_ms, tls_ms,
                       first_byte_ms, total_ms, response_body, endpoint_id, status, delay_ms, lease,
                       response_headers)
  )`;

/** Attempts are removed with their delivery: one stored after that would stay. */
const LOG = `
  insert into delivery_attempt
         (delivery_id, number, at, duration_ms, outcome, status_code, cause, dns_ms, tcp_ms, tls_ms,
          first_byte_ms, total_ms, response_body, response_headers)
  select delivery_id, number, at, total_ms, outcome, status_code, cause, dns_ms, tcp_ms, tls_ms,
         first_byte_ms, total_ms, nullif(response_body, ''), nullif(response_headers, '')
    from result
   where exists (select from delivery where id = delivery_id)
      on conflict do nothing
  returning delivery_id, at, outcome, status_code, total_ms`;

/** How exact `last_success_at` is: an update for every success would cost too much. */
const SUCCESS_RESOLUTION = `interval '5 seconds'`;

const HEALTHY = `
  update endpoint_health
     set last_success_at = success.at, failing_since = null
    from (select endpoint_id, max(at) as at from result where outcome = 'delivered'
           group by endpoint_id) as success
   where endpoint_health.endpoint_id = success.endpoint_id
     and (failing_since is not null or last_success_at is null
          or last_success_at < success.at - ${SUCCESS_RESOLUTION})`;

/** If an endpoint has successes and failures in one batch, only the success counts. */
const FAILING = `
  update endpoint_health
     set last_failure_at = failure.at, last_failure_cause = failure.cause,
         failing_since = coalesce(failing_since, failure.at)
    from (select distinct on (endpoint_id) endpoint_id, at, cause from result
           where outcome <> 'delivered'
             and endpoint_id <> all (select endpoint_id from result where outcome = 'delivered')
           order by endpoint_id, at desc) as failure
   where endpoint_health.endpoint_id = failure.endpoint_id`;

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

const applied = (column: string, value: string) =>
  `${column} = case when ${APPLIES} then ${value} else delivery.${column} end`;

/**
 * No condition on `delivery` but the primary key can use an index, so every plan finds the rows by it.
 * A retry for an endpoint that was disabled meanwhile is held. A result that does not apply may still
 * be the first that reports a deposit: `notified_at` is then the time of this transaction. The time of its sender could
 * not show that, because a result that is recorded again has the same one.
 */
const RECORDED = `
  recorded as (
    update delivery
       set ${applied('attempts', 'greatest(delivery.attempts, result.number)')},
           ${applied(
             'status',
             `case when result.status = 'PENDING'
                        and (select status from endpoint where id = result.endpoint_id) = 'DISABLED'
                   then 'HELD' else result.status end`,
           )},
           ${applied('due_at', `now() + result.delay_ms * interval '1 millisecond'`)},
           ${applied('finished_at', `case when result.status in ('DELIVERED', 'EXHAUSTED') then now() end`)},
           ${applied('lease_until', 'null')},
           notified_at = case when ${NOTIFIES} then now() else delivery.notified_at end
      from result
     where delivery.id = result.delivery_id and (${APPLIES} or ${NOTIFIES})
    returning delivery.event_id, delivery.endpoint_id, result.at,
              delivery.notified_at = now() as is_notified
  )`;

const RECORD = {
  name: 'record-attempts',
  text: `
  with ${RESULT},
  logged as (${LOG}),
  ${ATTEMPT_HOURS},
  healthy as (${HEALTHY}),
  failing as (${FAILING}),
  ${RECORDED},
  ${NOTIFIED_HOURS}`,
};

const LOG_ONLY = {
  name: 'log-attempt',
  text: `with ${RESULT}, logged as (${LOG}), ${ATTEMPT_HOURS} select from logged`,
};

const STATUS = {
  delivered: 'DELIVERED',
  exhausted: 'EXHAUSTED',
  hold: 'HELD',
  retry: 'PENDING',
} as const satisfies Record<Verdict['next'], string>;

export function recordAttempts(db: Pool) {
  return async (attempts: readonly Attempt[]): Promise<void> => {
    await db.query({ ...RECORD, values: valuesOf(attempts) });
  };
}

/** Only adds the attempt of a test to the log and to the hours of its endpoint. */
export async function logAttempt(tx: ClientBase, attempt: Omit<Attempt, 'lease'>): Promise<void> {
  await tx.query({ ...LOG_ONLY, values: valuesOf([{ ...attempt, lease: 0 }]) });
}

function valuesOf(attempts: readonly Attempt[]): unknown[] {
  return [
    bigintArray(attempts.map(({ deliveryId }) => deliveryId)),
    attempts.map(({ number }) => number),
    timestamptzArray(attempts.map(({ at }) => at)),
    textArray(attempts.map(({ outcome }) => outcome)),
    attempts.map(({ statusCode }) => statusCode),
    textArray(attempts.map(({ cause }) => cause)),
    attempts.map(({ timings }) => timings.dnsMs),
    attempts.map(({ timings }) => timings.tcpMs),
    attempts.map(({ timings }) => timings.tlsMs),
    attempts.map(({ timings }) => timings.firstByteMs),
    attempts.map(({ timings }) => timings.totalMs),
    textArray(attempts.map(({ responseBody }) => responseBody)),
    uuidArray(attempts.map(({ endpointId }) => endpointId)),
    textArray(attempts.map(({ verdict }) => STATUS[verdict.next])),
    bigintArray(attempts.map(({ verdict }) => (verdict.next === 'retry' ? verdict.delayMs : 0))),
    bigintArray(attempts.map(({ lease }) => lease)),
    textArray(attempts.map(({ responseHeaders }) => responseHeaders.join('\n'))),
  ];
}
