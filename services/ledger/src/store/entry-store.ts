import type { ClientBase } from 'pg';
import { type Account, type Booked, PostedBefore } from '../domain/book.ts';
import { moveAccounts } from './account-store.ts';

const INSERT_TRANSACTIONS = {
  name: 'insert-transactions',
  text: `
  insert into ledger_transaction
         (id, kind, holder_id, seq, hash, created_at, charge_id, payment_link_id, end_to_end_id,
          reference, trace_id)
  select *
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::bytea[], $6::timestamptz[],
                $7::text[], $8::uuid[], $9::text[], $10::text[], $11::text[])
      on conflict do nothing
  returning id`,
};

const INSERT_ENTRIES = {
  name: 'insert-entries',
  text: `
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents, at)
  select transaction_id, account, holder_id, amount_cents, balance_cents, at
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::bigint[], $6::timestamptz[])
         with ordinality
         as posted (transaction_id, account, holder_id, amount_cents, balance_cents, at, position)
   order by position`,
};

export async function writeBooked(
  tx: ClientBase,
  booked: readonly Booked[],
  accounts: readonly Account[],
): Promise<void> {
  await insertTransactions(tx, booked);
  const lines = booked.flatMap(({ id, at, lines: own }) =>
    own.map((line) => ({ ...line, at, transactionId: id })),
  );
  await tx.query({
    ...INSERT_ENTRIES,
    values: [
      lines.map(({ transactionId }) => transactionId),
      lines.map(({ account }) => account),
      lines.map(({ holderId }) => holderId),
      lines.map(({ amountCents }) => amountCents),
      lines.map(({ balanceCents }) => balanceCents),
      lines.map(({ at }) => at),
    ],
  });
  await moveAccounts(tx, accounts);
}

async function insertTransactions(tx: ClientBase, booked: readonly Booked[]): Promise<void> {
  const { rows } = await tx.query<{ id: string }>({
    ...INSERT_TRANSACTIONS,
    values: [
      booked.map(({ id }) => id),
      booked.map(({ kind }) => kind),
      booked.map(({ holderId }) => holderId),
      booked.map(({ seq }) => seq),
      booked.map(({ hash }) => hash),
      booked.map(({ at }) => at),
      booked.map(({ chargeId }) => chargeId),
      booked.map(({ paymentLinkId }) => paymentLinkId),
      booked.map(({ endToEndId }) => endToEndId),
      booked.map(({ reference }) => reference),
      booked.map(({ traceId }) => traceId),
    ],
  });
  if (rows.length === booked.length) return;
  const inserted = new Set(rows.map(({ id }) => id));
  throw new PostedBefore(booked.findIndex(({ id }) => !inserted.delete(id)));
}
