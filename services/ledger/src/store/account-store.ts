import {
  bigintArray,
  byteaArray,
  timestamptzArray,
  uuidArray,
} from '@entrada/platform/db/array-parameter';
import type { ClientBase } from 'pg';
import type { Account } from '../domain/book.ts';

export const ACCOUNT_COLUMNS =
  'holder_id, available_cents, suspense_cents, owed_cents, held_cents, seq, head, moved_at';

/** Ordered, so that two batches cannot deadlock here; after a deadlock with accounts found later the batch is retried. */
const LOCK = {
  name: 'lock-accounts',
  text: `
  select ${ACCOUNT_COLUMNS}
    from account
   where holder_id = any($1::uuid[])
   order by holder_id
     for update`,
};

const OPEN = {
  name: 'open-accounts',
  text: `
  insert into account (holder_id)
  select holder_id from unnest($1::uuid[]) as holder_id order by holder_id
      on conflict do nothing`,
};

const MOVE = {
  name: 'move-accounts',
  text: `
  update account
     set available_cents = moved.available_cents,
         suspense_cents = moved.suspense_cents,
         owed_cents = moved.owed_cents,
         held_cents = moved.held_cents,
         seq = moved.seq,
         head = moved.head,
         moved_at = moved.moved_at
    from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bytea[],
                $8::timestamptz[])
         as moved (holder_id, available_cents, suspense_cents, owed_cents, held_cents, seq, head, moved_at)
   where account.holder_id = moved.holder_id`,
};

export type AccountRow = {
  holder_id: string;
  available_cents: number;
  suspense_cents: number;
  owed_cents: number;
  held_cents: number;
  seq: number;
  head: Buffer;
  moved_at: Date;
};

export async function lockAccounts(
  tx: ClientBase,
  holderIds: readonly string[],
): Promise<readonly Account[]> {
  const wanted = [...new Set(holderIds)];
  const known = await lock(tx, wanted);
  if (known.length === wanted.length) return known;
  const found = new Set(known.map(({ holderId }) => holderId));
  const missing = wanted.filter((holderId) => !found.has(holderId));
  await tx.query({ ...OPEN, values: [uuidArray(missing)] });
  return [...known, ...(await lock(tx, missing))];
}

async function lock(tx: ClientBase, holderIds: readonly string[]): Promise<Account[]> {
  const { rows } = await tx.query<AccountRow>({ ...LOCK, values: [uuidArray(holderIds)] });
  return rows.map(toAccount);
}

export function toAccount(row: AccountRow): Account {
  return {
    holderId: row.holder_id,
    availableCents: row.available_cents,
    suspenseCents: row.suspense_cents,
    owedCents: row.owed_cents,
    heldCents: row.held_cents,
    seq: row.seq,
    head: row.head,
    movedAt: row.moved_at,
  };
}

/** One update per account and batch, however many entries it got. */
export async function moveAccounts(tx: ClientBase, accounts: readonly Account[]): Promise<void> {
  await tx.query({
    ...MOVE,
    values: [
      uuidArray(accounts.map(({ holderId }) => holderId)),
      bigintArray(accounts.map(({ availableCents }) => availableCents)),
      bigintArray(accounts.map(({ suspenseCents }) => suspenseCents)),
      bigintArray(accounts.map(({ owedCents }) => owedCents)),
      bigintArray(accounts.map(({ heldCents }) => heldCents)),
      bigintArray(accounts.map(({ seq }) => seq)),
      byteaArray(accounts.map(({ head }) => head)),
      timestamptzArray(accounts.map(({ movedAt }) => movedAt)),
    ],
  });
}
