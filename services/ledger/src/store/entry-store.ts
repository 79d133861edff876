import type { ClientBase } from 'pg';
import { CreditedBefore, type Posting } from '../domain/deposit.ts';
import type { Credit } from '../ports.ts';

const INSERT_TRANSACTIONS = {
  name: 'insert-transactions',
  text: `
  insert into ledger_transaction (id, kind, charge_id, created_at)
  select id, 'DEPOSIT', charge_id, $3
    from unnest($1::uuid[], $2::text[]) as credit (id, charge_id)
      on conflict do nothing
  returning id`,
};

/** Holders in one order, so that two batches never wait for each other. */
const MOVE_BALANCES = {
  name: 'move-balances',
  text: `
  insert into balance as known (holder_id, account, balance_cents)
  select holder_id, account, sum(amount)
    from unnest($1::uuid[], $2::text[], $3::bigint[]) as moved (holder_id, account, amount)
   group by holder_id, account
   order by holder_id, account
      on conflict (holder_id, account)
      do update set balance_cents = known.balance_cents + excluded.balance_cents
  returning holder_id, account, balance_cents`,
};

const INSERT_ENTRIES = {
  name: 'insert-entries',
  text: `
  insert into entry (transaction_id, account, holder_id, amount_cents, balance_cents)
  select transaction_id, account, holder_id, amount_cents, balance_cents
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::bigint[]) with ordinality
         as posted (transaction_id, account, holder_id, amount_cents, balance_cents, position)
   order by position`,
};

type Line = Posting & { readonly transactionId: string };
type BalanceRow = { holder_id: string; account: string; balance_cents: number };

export async function postCredits(tx: ClientBase, credits: readonly Credit[]): Promise<void> {
  const [first] = credits;
  if (!first) return;
  await insertTransactions(tx, credits, first.at);

  const lines = credits.flatMap(({ transactionId, postings }) =>
    postings.map((posting): Line => ({ ...posting, transactionId })),
  );
  const held = lines.filter(({ holderId }) => holderId !== null);
  const { rows } = await tx.query<BalanceRow>({
    ...MOVE_BALANCES,
    values: [
      held.map(({ holderId }) => holderId),
      held.map(({ account }) => account),
      held.map(({ amountCents }) => amountCents),
    ],
  });
  await tx.query({
    ...INSERT_ENTRIES,
    values: [
      lines.map(({ transactionId }) => transactionId),
      lines.map(({ account }) => account),
      lines.map(({ holderId }) => holderId),
      lines.map(({ amountCents }) => amountCents),
      runningBalances(lines, rows),
    ],
  });
}

async function insertTransactions(
  tx: ClientBase,
  credits: readonly Credit[],
  at: Date,
): Promise<void> {
  const ids = credits.map(({ transactionId }) => transactionId);
  const chargeIds = credits.map(({ charge }) => charge.chargeId);
  const values = [ids, chargeIds, at];
  const { rows } = await tx.query<{ id: string }>({ ...INSERT_TRANSACTIONS, values });
  if (rows.length === credits.length) return;
  const inserted = new Set(rows.map(({ id }) => id));
  const repeated = credits.find(({ transactionId }) => !inserted.delete(transactionId));
  if (repeated) throw new CreditedBefore(repeated.charge);
}

/** The balance after each line, worked back from the balance after all of them. */
function runningBalances(lines: readonly Line[], after: readonly BalanceRow[]): (number | null)[] {
  const balances = new Map(
    after.map((row) => [`${row.holder_id}/${row.account}`, row.balance_cents]),
  );
  return lines
    .toReversed()
    .map(({ account, holderId, amountCents }) => {
      const name = `${holderId}/${account}`;
      const balance = balances.get(name);
      if (balance === undefined) return null;
      balances.set(name, balance - amountCents);
      return balance;
    })
    .toReversed();
}
