import pg from 'pg';

/** Of ten charges, so many were paid. */
const PAID_OF_TEN = 7;
const STORED_AT_ONCE = 200_000;

type Filling = {
  readonly accountId: string;
  readonly charges: number;
  readonly days: number;
  readonly signal: AbortSignal;
  readonly urlOf: (service: string) => string;
};

/**
 * Charges of one account, spread evenly over the days before $6; most are paid, the others expired. Times and ids rise, so
 * that every index only grows at its end: ten million in a random order would take many times as long.
 */
const CHARGES = `
  with made as (
    select n, $6::timestamptz - ($5::bigint - n) * (interval '1 day' * $4::int / $5::bigint) as at,
           n % 10 < ${PAID_OF_TEN} as paid, lpad(to_hex(n), 32, '0') as name
      from generate_series($1::bigint, $2::bigint) as n
  )
  insert into charge (id, number, account_id, payment_link_id, txid, emv, value_cents, original_value_cents, fee_cents, status,
                      created_at, expires_at, check_at, changed_at, paid_cents, paid_at, end_to_end_id, confirmed_at)
  select lpad(to_hex(extract(epoch from at)::bigint), 8, '0') || right(name, 16), 0, $3::uuid, name::uuid,
         name, repeat('x', 180), 1000 + n % 9000, 1000 + n % 9000, 50,
         case when paid then 'COMPLETED' else 'EXPIRED' end, at, at + interval '1 day', null, at,
         case when paid then 1000 + n % 9000 end, case when paid then at end,
         case when paid then 'E00000000' || to_char(at, 'YYYYMMDDHH24MI') || right(name, 11) end,
         case when paid then at end
    from made`;

/** As the service itself counts them; it leaves out the number 0. */
const CHARGE_HOURS = `
  insert into charge_hour (account_id, hour, created_count, created_cents, paid_count, paid_cents)
  select account_id, date_trunc('hour', created_at, 'UTC'), count(*), sum(value_cents),
         count(*) filter (where status = 'COMPLETED'),
         coalesce(sum(value_cents) filter (where status = 'COMPLETED'), 0)
    from charge where account_id = $1 group by 1, 2`;

/** One row of every hour, of as much as was paid. */
const HOLDER_HOURS = `
  insert into holder_hour
  select $1, hour, $3::bigint, $3::bigint * 4950, $3::bigint * 50, $3::bigint / 100, $3::bigint * 40, 0, 0
    from generate_series(date_trunc('hour', now() - interval '1 day' * $2::int, 'UTC'), now(), interval '1 hour') as hour`;

const NOTIFIED_HOURS = `
  insert into notified_hour (account_id, hour, events)
  select $1, hour, $3::bigint
    from generate_series(date_trunc('hour', now() - interval '1 day' * $2::int, 'UTC'), now(), interval '1 hour') as hour`;

/** What three services keep of an account with so many charges. Their events are not in the logs. */
export async function fillAccount(filling: Filling): Promise<void> {
  const { accountId, charges, days, signal, urlOf } = filling;
  const now = new Date();
  await inDatabase(urlOf('charges'), async (db) => {
    // It would run while the overviews are measured, which do not read this table.
    await db.query('alter table charge set (autovacuum_enabled = off)');
    for (let done = 0; done < charges; done += STORED_AT_ONCE) {
      signal.throwIfAborted();
      const last = Math.min(charges, done + STORED_AT_ONCE);
      await db.query(CHARGES, [done + 1, last, accountId, days, charges, now]);
    }
    await db.query(CHARGE_HOURS, [accountId]);
    await db.query('vacuum analyze charge_hour');
    await db.query('analyze charge');
  });
  const paidPerHour = Math.ceil((charges * PAID_OF_TEN) / 10 / days / 24);
  for (const [service, hours] of [
    ['ledger', HOLDER_HOURS],
    ['webhooks', NOTIFIED_HOURS],
  ] as const) {
    await inDatabase(urlOf(service), async (db) => {
      await db.query(hours, [accountId, days, paidPerHour]);
      await db.query('vacuum analyze');
    });
  }
}

async function inDatabase(url: string, work: (db: pg.Client) => Promise<void>): Promise<void> {
  const db = new pg.Client({ connectionString: url });
  // A server that is killed under it ends the part by the failed statement.
  db.on('error', () => {});
  await db.connect();
  try {
    // Without triggers, which would count the same once more.
    await db.query('set session_replication_role = replica');
    await work(db);
  } finally {
    await db.end();
  }
}
