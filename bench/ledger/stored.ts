import type { Pool } from 'pg';

const ENTRIES_OF_CREDIT = 3;
const STORED_AT_ONCE = 20_000;

/**
 * Credits long booked, as a year leaves them behind: three entries each, in the order of their
 * time, of the very accounts that are credited now. Their places on the chain are before the first.
 *
 * $1 the first, $2 the last, $3 the accounts, $4 how many in all
 */
const STORE = `
  with stored as (
    select now() - interval '1 year' + n * least(interval '10 seconds', interval '11 months' / $4::integer) as at, n,
           ($3::uuid[])[1 + n % cardinality($3::uuid[])] as holder_id
      from generate_series($1::bigint, $2::bigint) as n
  ), named as (
    select *, lpad(to_hex(extract(epoch from at)::bigint), 8, '0') as seconds, md5(n::text) as random
      from stored
  ), made as (
    insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, charge_id, payment_link_id, end_to_end_id)
    select (seconds || substr(random, 9))::uuid, 'DEPOSIT', holder_id,
           n / cardinality($3::uuid[]) - $4::integer - 1, sha256(random::bytea), at,
           seconds || left(random, 16), gen_random_uuid(),
           'E00000000' || to_char(at, 'YYYYMMDDHH24MI') || left(random, 11)
      from named
    returning id, holder_id, created_at
  )
  insert into entry (id, transaction_id, account, holder_id, amount_cents, balance_cents, at)
  select nextval('stored_entry'), id, account, case when account = 'available' then holder_id end, amount,
         case when account = 'available' then amount end, created_at
    from made, (values ('settlement', -5000), ('fees', 50), ('available', 4950)) as side (account, amount)`;

/** Below the ids of all others, so that the service does not add them up while it is measured. */
const IDS = 'create temporary sequence if not exists stored_entry minvalue -1000000000000';

/** What the auditor compares with the books. */
const COUNT = `
  insert into holder_hour
  select holder_id, date_trunc('hour', created_at, 'UTC'), count(*), 4950 * count(*), 50 * count(*), 0, 0, 0, 0
    from ledger_transaction where seq < 0
   group by 1, 2`;

/** What is stored counts as signed: the first look for unsigned chains goes back no further. */
const SIGNED = `
  update job
     set progress = jsonb_build_object(
           'since', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   where name = 'checkpoint'`;

/** Without the checks, which are not what is measured and would take longer than all else. */
export async function storeEntries(
  db: Pool,
  accounts: readonly string[],
  entries: number,
): Promise<void> {
  const count = Math.ceil(entries / ENTRIES_OF_CREDIT);
  const client = await db.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(IDS);
    for (let done = 0; done < count; done += STORED_AT_ONCE) {
      const last = Math.min(count, done + STORED_AT_ONCE);
      await client.query({ name: 'store', text: STORE, values: [done + 1, last, accounts, count] });
    }
    await client.query(COUNT);
    await client.query('reset session_replication_role');
    await client.query(SIGNED);
    await client.query('vacuum analyze ledger_transaction, entry');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}
