import { transact } from '@entrada/platform/db/transaction';
import type { ClientBase, Pool } from 'pg';
import type { Verdict } from '../domain/attempt.ts';
import type { Attempt } from '../ports.ts';

/**
 * The number guards against a sender whose lease ran out: its late result adds an attempt row and
 * moves nothing. A retry for an endpoint that was disabled meanwhile is held.
 */
const RECORD = {
  name: 'record-attempts',
  text: `
  with result as (
    select *
      from unnest($1::bigint[], $2::smallint[], $3::timestamptz[], $4::int[], $5::text[],
                  $6::smallint[], $7::text[], $8::text[], $9::bigint[])
           as attempt (delivery_id, number, at, duration_ms, outcome, status_code, cause, status,
                       delay_ms)
  ),
  logged as (
    insert into delivery_attempt
           (delivery_id, number, at, duration_ms, outcome, status_code, cause)
    select delivery_id, number, at, duration_ms, outcome, status_code, cause
      from result
        on conflict do nothing
  )
  update delivery
     set attempts = result.number,
         status = case when result.status = 'PENDING' and endpoint.status = 'DISABLED' then 'HELD'
                       else result.status end,
         due_at = now() + result.delay_ms * interval '1 millisecond',
         finished_at = case when result.status in ('DELIVERED', 'EXHAUSTED') then now() end,
         lease_until = null
    from result, endpoint
   where delivery.id = result.delivery_id
     and endpoint.id = delivery.endpoint_id
     and delivery.status in ('PENDING', 'HELD')
     and delivery.attempts = result.number - 1`,
};

const DISABLE_GONE = {
  name: 'disable-gone-endpoints',
  text: `
  update endpoint
     set status = 'DISABLED', disabled_at = now(), disabled_reason = 'answered 410'
   where id = any ($1::uuid[])
     and status = 'ENABLED'`,
};

const HOLD = {
  name: 'hold-deliveries',
  text: `
  update delivery
     set status = 'HELD'
   where endpoint_id = any ($1::uuid[])
     and status = 'PENDING'`,
};

const STATUS = {
  delivered: 'DELIVERED',
  exhausted: 'EXHAUSTED',
  hold: 'HELD',
  retry: 'PENDING',
} as const satisfies Record<Verdict['next'], string>;

export function recordAttempts(pool: Pool) {
  return async (attempts: readonly Attempt[]): Promise<void> => {
    const held = attempts.filter(({ verdict }) => verdict.next === 'hold');
    if (held.length === 0) return record(pool, attempts);
    const gone = [...new Set(held.map(({ endpointId }) => endpointId))];
    await transact(pool, async (tx) => {
      await tx.query({ ...DISABLE_GONE, values: [gone] });
      await record(tx, attempts);
      await tx.query({ ...HOLD, values: [gone] });
    });
  };
}

async function record(db: Pool | ClientBase, attempts: readonly Attempt[]): Promise<void> {
  const values = [
    attempts.map(({ deliveryId }) => deliveryId),
    attempts.map(({ number }) => number),
    attempts.map(({ at }) => at),
    attempts.map(({ durationMs }) => durationMs),
    attempts.map(({ outcome }) => outcome),
    attempts.map(({ statusCode }) => statusCode),
    attempts.map(({ cause }) => cause),
    attempts.map(({ verdict }) => STATUS[verdict.next]),
    attempts.map(({ verdict }) => (verdict.next === 'retry' ? verdict.delayMs : 0)),
  ];
  await db.query({ ...RECORD, values });
}
