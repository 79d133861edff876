import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT, queryAs } from '@entrada/platform/db/scope';
import type { Pool, QueryResultRow } from 'pg';
import type { Account, Booking } from '../domain/book.ts';
import type { Line } from '../domain/link.ts';
import { type Balance, NO_BALANCE, PLATFORM_ID } from '../domain/posting.ts';
import { returnIn } from '../events/decode.ts';
import { ACCOUNT_COLUMNS } from './books-store.ts';

/** A transaction `t` as the domain names its parts, with its lines in the order they were written. */
export const LINK_COLUMNS = `t.id, t.kind, t.holder_id as "holderId", t.seq, t.hash, t.created_at as at, t.charge_id as "chargeId",
         t.payment_link_id as "paymentLinkId", t.end_to_end_id as "endToEndId", t.reference, t.trace_id as "traceId",
         written.lines`;
export const LINES = `lateral (
    select json_agg(json_build_array(account, holder_id, amount_cents, balance_cents) order by id) as lines
      from entry where transaction_id = t.id) as written`;

/** The page comes first: with row-level security the lines of every link of the chain would be read, and few of them kept. */
const LINKS = `
  with page as materialized (
    select * from ledger_transaction
     where holder_id = $1 and seq > $2 and seq <= $3
     order by seq
     limit $4
  )
  select ${LINK_COLUMNS} from page t, ${LINES} order by t.seq`;

const ACCOUNTS = `
  select ${ACCOUNT_COLUMNS}
    from account where $1::uuid is null or holder_id > $1 order by holder_id limit $2`;

const ACCOUNT = `
  select ${ACCOUNT_COLUMNS}
    from account where holder_id = $1`;

const PLATFORM_SUMS = `
  select jsonb_build_object('availableCents', available_cents, 'suspenseCents', suspense_cents,
                            'owedCents', owed_cents, 'heldCents', held_cents) as "byAccount",
         jsonb_build_object('availableCents', sums.available, 'suspenseCents', sums.suspense,
                            'owedCents', sums.owed, 'heldCents', sums.held) as "byEntries"
    from account, lateral (
      select coalesce(sum(amount_cents) filter (where account = 'available'), 0)::bigint as available,
             coalesce(sum(amount_cents) filter (where account = 'suspense'), 0)::bigint as suspense,
             coalesce(-sum(amount_cents) filter (where account = 'owed'), 0)::bigint as owed,
             coalesce(sum(amount_cents) filter (where account = 'refunds'), 0)::bigint as held
        from entry where entry.holder_id = account.holder_id) as sums
   where account.holder_id = $1`;

const CREDIT_SEQ = `
  select seq from ledger_transaction
   where charge_id = $1 and holder_id = $2 and kind = 'DEPOSIT'`;

/** Of the payment that was credited, on its holder's chain. What the bank said is in the event only. */
const RETURNS = `
  select seq, event from ledger_transaction
   where charge_id = $1 and holder_id = $2
     and kind in ('REFUND_SETTLE', 'BANK_RETURN')
     and end_to_end_id = (select end_to_end_id from ledger_transaction
                           where charge_id = $1 and holder_id = $2 and kind = 'DEPOSIT')
   order by seq
   limit $3`;

type LinkRange = {
  readonly holderId: string;
  readonly afterSeq: number;
  readonly toSeq: number;
  readonly limit: number;
};
type LineRow = [Line['account'], string | null, number, number | null];
export type LinkRow = Omit<Booking, 'lines'> & { readonly lines: readonly LineRow[] | null };

/** The hash chains of all holders. */
export function chainStore(db: Pool) {
  const readAll = <R extends QueryResultRow>(text: string, values: unknown[]) =>
    queryAs<R>(db, EVERY_ACCOUNT, prepared(text, values)).then(({ rows }) => rows);
  return {
    /** In the order of their holders' ids, after the given one. */
    accounts: (afterHolderId: string | null, limit: number) =>
      readAll<Account>(ACCOUNTS, [afterHolderId, limit]),
    async accountOf(holderId: string): Promise<Account | null> {
      return (await readAll<Account>(ACCOUNT, [holderId]))[0] ?? null;
    },
    async links({ holderId, afterSeq, toSeq, limit }: LinkRange): Promise<readonly Booking[]> {
      return (await readAll<LinkRow>(LINKS, [holderId, afterSeq, toSeq, limit])).map(toBooked);
    },
    /** Place of the credit of a charge on its holder's chain. */
    async creditSeq(accountId: string, chargeId: string): Promise<number | null> {
      const [row] = await readAll<{ seq: number }>(CREDIT_SEQ, [chargeId, accountId]);
      return row?.seq ?? null;
    },
    /**
     * Places on its holder's chain of what was returned of a charge, oldest first. The bank's reason is null where it gave
     * none, or a refund was asked for.
     */
    async returnsOf(accountId: string, chargeId: string, limit: number) {
      type Row = { seq: number; event: Buffer | null };
      const rows = await readAll<Row>(RETURNS, [chargeId, accountId, limit]);
      return rows.map(({ seq, event }) => ({
        seq,
        natureza: (event && returnIn(event)?.natureza) || null,
      }));
    },
    /** What the platform itself has, by its account and by its entries at the same instant. */
    async platformBalances() {
      type Row = { readonly byAccount: Balance; readonly byEntries: Balance };
      const [row] = await readAll<Row>(PLATFORM_SUMS, [PLATFORM_ID]);
      return row ?? { byAccount: NO_BALANCE, byEntries: NO_BALANCE };
    },
  };
}

export function toBooked({ lines, ...names }: LinkRow): Booking {
  return {
    ...names,
    lines: (lines ?? []).map(([account, holderId, amountCents, balanceCents]) => ({
      account,
      holderId,
      amountCents,
      balanceCents,
    })),
  };
}
