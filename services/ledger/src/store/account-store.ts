import { uuidArray } from '@entrada/platform/db/array-parameter';
import { prepared } from '@entrada/platform/db/prepared';
import { columnOf, rowParameters } from '@entrada/platform/db/row-parameters';
import { EVERY_ACCOUNT, queryAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { Account } from '../domain/book.ts';
import { PLATFORM_ID } from '../domain/posting.ts';

const STATE = {
  availableCents: 'bigint',
  suspenseCents: 'bigint',
  owedCents: 'bigint',
  heldCents: 'bigint',
  seq: 'bigint',
  head: 'bytea',
  movedAt: 'timestamptz',
} as const;
const ACCOUNT = rowParameters({ holderId: 'uuid', ...STATE });
/** An account as the domain names its parts. */
export const ACCOUNT_COLUMNS = ACCOUNT.named;

/** Ordered, so that two batches cannot deadlock here; after a deadlock with accounts found later the batch is retried. */
const LOCK = `
  select ${ACCOUNT_COLUMNS}
    from account
   where holder_id = any($1::uuid[])
   order by holder_id
     for update`;

const OPEN = `
  insert into account (holder_id)
  select holder_id from unnest($1::uuid[]) as holder_id order by holder_id
      on conflict do nothing`;

const MOVE = `
  update account
     set ${Object.keys(STATE)
       .map((name) => `${columnOf(name)} = moved.${columnOf(name)}`)
       .join(', ')}
    from ${ACCOUNT.rows} as moved (${ACCOUNT.columns})
   where account.holder_id = moved.holder_id`;

/** Accounts that never moved are opened. Nobody else moves them before this transaction ends. */
export async function lockAccounts(
  tx: ClientBase,
  holderIds: readonly string[],
): Promise<readonly Account[]> {
  const wanted = [...new Set(holderIds)];
  const known = await lock(tx, wanted);
  if (known.length === wanted.length) return known;
  const found = new Set(known.map(({ holderId }) => holderId));
  const missing = wanted.filter((holderId) => !found.has(holderId));
  await tx.query(prepared(OPEN, [uuidArray(missing)]));
  return [...known, ...(await lock(tx, missing))];
}

async function lock(tx: ClientBase, holderIds: readonly string[]): Promise<Account[]> {
  return (await tx.query<Account>(prepared(LOCK, [uuidArray(holderIds)]))).rows;
}

/** One update per account and batch, however many entries it got. */
export async function moveAccounts(tx: ClientBase, accounts: readonly Account[]): Promise<void> {
  await tx.query(prepared(MOVE, ACCOUNT.values(accounts)));
}

const FIND = 'select holder_id as id from account where holder_id = any($1::uuid[])';

const LIST = 'select holder_id as id from account where holder_id > $1 order by holder_id limit $2';

/** Those of the holders that are on the books. */
export async function findHolders(db: Pool, holderIds: readonly string[]): Promise<string[]> {
  const { rows } = await queryAs<{ id: string }>(db, EVERY_ACCOUNT, prepared(FIND, [holderIds]));
  return rows.map(({ id }) => id);
}

/** In order of their ids. The platform's own account, which nobody logs in to, has the least id and is left out. */
export async function listAccounts(
  db: Pool,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await queryAs<{ id: string }>(
    db,
    EVERY_ACCOUNT,
    prepared(LIST, [after ?? PLATFORM_ID, limit]),
  );
  return rows.map(({ id }) => id);
}
