import type pg from 'pg';

/**
 * Plans deliveries of fresh events, spread over all endpoints, in one transaction. Ids begin with
 * their time, as those of other events do.
 */
const PLAN = `
  with place as (
    select id, account_id, row_number() over (order by id) - 1 as place from endpoint
  ),
  stored as (
    insert into webhook_event (id, account_id, event, body, occurred_at)
    select uuidv7(), place.account_id, 'DEPOSIT_ASSET_SUCCESS', $2, now()
      from generate_series(0, $1::int - 1) as number
      join place on place.place = number % (select count(*) from place)
    returning id, account_id
  ),
  planned as (
    insert into delivery (event_id, endpoint_id, event, status)
    select stored.id, endpoint.id, 'DEPOSIT_ASSET_SUCCESS', 'PENDING'
      from stored join endpoint using (account_id)
    returning id, endpoint_id
  ),
  queued as (
    insert into endpoint_queue as own (endpoint_id, is_retry, due_at, next_position)
    select endpoint_id, false, now(), min(id) from planned group by 1 order by 1
        on conflict (endpoint_id, is_retry) do update
       set due_at = least(own.due_at, excluded.due_at),
           next_position = least(own.next_position, excluded.next_position)
  )
  select pg_notify('delivery', '')`;

export async function planDeliveries(db: pg.Pool, count: number, body: string): Promise<void> {
  await db.query(PLAN, [count, Buffer.from(body)]);
}

/** Deliveries long done, as a busy month leaves them. */
const STORE = `
  with place as (
    select id, account_id, row_number() over (order by id) - 1 as place from endpoint
  ),
  stored as (
    insert into webhook_event (id, account_id, event, body, occurred_at, created_at)
    select uuidv7(interval '-3 days'), place.account_id, 'DEPOSIT_ASSET_SUCCESS', $2,
           now() - interval '3 days', now() - interval '3 days'
      from generate_series(0, $1::int - 1) as number
      join place on place.place = number % (select count(*) from place)
    returning id, account_id
  ),
  done as (
    insert into delivery (event_id, endpoint_id, event, status, attempts, created_at, finished_at)
    select stored.id, endpoint.id, 'DEPOSIT_ASSET_SUCCESS', 'DELIVERED', 1, now() - interval '3 days',
           now() - interval '3 days'
      from stored join endpoint using (account_id)
    returning id
  )
  insert into delivery_attempt (delivery_id, number, at, duration_ms, outcome, status_code)
  select id, 1, now() - interval '3 days', 3, 'delivered', 204 from done`;

const STORED_AT_ONCE = 50_000;

export async function storeFinished(db: pg.Pool, count: number, body: string): Promise<void> {
  for (let stored = 0; stored < count; stored += STORED_AT_ONCE) {
    await db.query(STORE, [Math.min(STORED_AT_ONCE, count - stored), Buffer.from(body)]);
  }
  await db.query('vacuum analyze webhook_event, delivery, delivery_attempt');
}

/** Waits for the results too, so that one round does not pay for the last. */
export async function allRecorded(db: pg.Pool): Promise<boolean> {
  const { rowCount } = await db.query(`select from delivery where status = 'PENDING' limit 1`);
  return rowCount === 0;
}
