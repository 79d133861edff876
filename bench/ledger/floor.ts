import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { newNames } from '../events.ts';

const BATCH_SIZE = 500;

/** Of the ledger's own schema. */
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

/** What a credit cannot do without: who has it, what it was, that it happened once, and its event. */
export const LEAN_SCHEMA = `
  create table lean_inbox (event_id uuid primary key);
  create table lean_entry (transaction_id uuid not null, account text not null, holder_id uuid, amount_cents bigint not null);
  create table lean_account (holder_id uuid primary key, available_cents bigint not null);
  create table lean_outbox (id bigint generated always as identity primary key, value bytea not null)`;

const LEAN_STATEMENTS = {
  inbox: 'insert into lean_inbox select unnest($1::uuid[])',
  entries: `
    insert into lean_entry
    select id, account, case when account = 'available' then holder_id end, amount
      from unnest($1::uuid[], $2::uuid[]) as t (id, holder_id),
           (values ('settlement', -5000), ('fees', 50), ('available', 4950)) as side (account, amount)`,
  accounts: STATEMENTS.accounts.replace('into account as', 'into lean_account as'),
  outbox: 'insert into lean_outbox (value) select unnest($1::bytea[])',
} as const;

type Book = (client: PoolClient, holders: string[], firstSeq: number) => Promise<void>;

/** The least that so many credits take: the rows of one schema, batch by batch, and nothing else. */
export async function floorRound(
  db: Pool,
  book: Book,
  { accounts, count, firstSeq }: { accounts: readonly string[]; count: number; firstSeq: number },
): Promise<number> {
  const client = await db.connect();
  const started = performance.now();
  try {
    for (let done = 0; done < count; done += BATCH_SIZE) {
      const holders = Array.from(
        { length: Math.min(BATCH_SIZE, count - done) },
        (_, index) => accounts[(done + index) % accounts.length] ?? '',
      );
      await client.query('begin');
      await book(client, holders, firstSeq + done);
      await client.query('commit');
    }
  } finally {
    client.release();
  }
  return count / ((performance.now() - started) / 1_000);
}

/** The rows that the ledger writes, into its own schema. */
export const bookSameRows: Book = async (client, holders, firstSeq) => {
  const names = namesOf(holders);
  const ids = idsOf(names);
  const hashes = holders.map(() => randomBytes(32));
  const seqs = holders.map((_, index) => firstSeq + index);
  const charges = names.map(({ chargeId }) => chargeId);
  const payments = names.map(({ endToEndId }) => endToEndId);
  const run = runOf(client, 'same', STATEMENTS);
  await run('inbox', [ids]);
  await run('transactions', [ids, holders, seqs, hashes, charges, payments]);
  await run('entries', [ids, holders]);
  await run('accounts', [holders]);
  await run('outbox', [ids, holders, valuesOf(holders)]);
};

/** The fewest rows and indexes. */
export const bookLeanRows: Book = async (client, holders) => {
  const ids = idsOf(namesOf(holders));
  const run = runOf(client, 'lean', LEAN_STATEMENTS);
  await run('inbox', [ids]);
  await run('entries', [ids, holders]);
  await run('accounts', [holders]);
  await run('outbox', [valuesOf(holders)]);
};

/** Both schemas share a connection, on which a name is that of one statement. */
function runOf<Name extends string>(
  client: PoolClient,
  schema: string,
  statements: Readonly<Record<Name, string>>,
) {
  return (name: Name, values: unknown[]) =>
    client.query({ name: `${schema}-${name}`, text: statements[name], values });
}

function namesOf(holders: readonly string[]) {
  const at = new Date();
  return holders.map(() => newNames(at));
}

/** Like ours they begin with the time, so that new ones are neighbours in the indexes. */
function idsOf(names: ReturnType<typeof namesOf>): string[] {
  return names.map(({ chargeId }) => chargeId.slice(0, 8) + randomUUID().slice(8));
}

function valuesOf(holders: readonly string[]): Buffer[] {
  return holders.map(() => randomBytes(250));
}
