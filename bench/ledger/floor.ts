import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { newNames } from './credits.ts';

const BATCH_SIZE = 500;

const STATEMENTS = {
  inbox: `insert into inbox (consumer_group, event_id) select 'floor', unnest($1::uuid[])`,
  transactions: `
    insert into ledger_transaction (id, kind, holder_id, seq, hash, created_at, charge_id, payment_link_id, end_to_end_id)
    select id, 'DEPOSIT', holder_id, seq, hash, now(), charge_id, id, end_to_end_id
      from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bytea[], $5::text[], $6::text[])
           as t (id, holder_id, seq, hash, charge_id, end_to_end_id)`,
  entries: `
    insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
    select id, account, case when account = 'available' then holder_id end, amount,
           case when account = 'available' then amount end, now()
      from unnest($1::uuid[], $2::uuid[]) as t (id, holder_id),
           (values ('settlement', -5000), ('fees', 50), ('available', 4950)) as side (account, amount)`,
  accounts: `
    insert into account as known (holder_id, available_cents)
    select holder_id, 4950 * count(*) from unnest($1::uuid[]) as holder_id group by 1 order by 1
    on conflict (holder_id) do update set available_cents = known.available_cents + excluded.available_cents`,
  outbox: `
    insert into outbox (topic, key, event_id, value, headers)
    select 'floor', holder_id, id, value, '{}' from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as t (id, holder_id, value)`,
} as const;

/** The least that so many credits take: the same rows, batch by batch, and nothing else. */
export async function floorRound(
  db: Pool,
  accounts: readonly string[],
  count: number,
  firstSeq: number,
): Promise<number> {
  const client = await db.connect();
  const started = performance.now();
  try {
    for (let done = 0; done < count; done += BATCH_SIZE) {
      const holders = Array.from(
        { length: Math.min(BATCH_SIZE, count - done) },
        (_, index) => accounts[(done + index) % accounts.length] ?? '',
      );
      await bookBatch(client, holders, firstSeq + done);
    }
  } finally {
    client.release();
  }
  return count / ((performance.now() - started) / 1_000);
}

async function bookBatch(client: PoolClient, holders: string[], firstSeq: number): Promise<void> {
  const at = new Date();
  const names = holders.map(() => newNames(at));
  // Like ours they begin with the time, so that new ones are neighbours in the indexes.
  const ids = names.map(({ chargeId }) => chargeId.slice(0, 8) + randomUUID().slice(8));
  const hashes = holders.map(() => randomBytes(32));
  const seqs = holders.map((_, index) => firstSeq + index);
  const charges = names.map(({ chargeId }) => chargeId);
  const payments = names.map(({ endToEndId }) => endToEndId);
  const values = holders.map(() => randomBytes(250));
  const run = (name: keyof typeof STATEMENTS, parameters: unknown[]) =>
    client.query({ name, text: STATEMENTS[name], values: parameters });
  await client.query('begin');
  await run('inbox', [ids]);
  await run('transactions', [ids, holders, seqs, hashes, charges, payments]);
  await run('entries', [ids, holders]);
  await run('accounts', [holders]);
  await run('outbox', [ids, holders, values]);
  await client.query('commit');
}
