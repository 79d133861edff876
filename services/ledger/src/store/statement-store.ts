import { pageOf } from '@entrada/platform/db/page';
import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT, queryAs, setScope } from '@entrada/platform/db/scope';
import { transact } from '@entrada/platform/db/transaction';
import type { ClientBase, Pool } from 'pg';
import { type Balance, type HolderAccount, NO_BALANCE } from '../domain/posting.ts';
import type {
  BookEntry,
  BookStatementQuery,
  Place,
  Statement,
  StatementEntry,
  StatementQuery,
  TimelineEntry,
  TrialBalance,
} from '../domain/statement.ts';
import { chargeIn } from '../events/decode.ts';

const BALANCE = `
  select available_cents as "availableCents", suspense_cents as "suspenseCents", owed_cents as "owedCents",
         held_cents as "heldCents" from account where holder_id = $1`;

/** The balance after the last entry before an instant; entries carry it, so one look is enough. */
const balanceBefore = (account: HolderAccount, instant: string) => `
         coalesce((select balance_cents from entry
                    where holder_id = $1 and account = '${account}' and at < ${instant}
                    order by at desc, id desc limit 1), 0)`;

const BALANCE_BEFORE = `
  select ${balanceBefore('available', '$2')} as "availableCents", ${balanceBefore('suspense', '$2')} as "suspenseCents",
         -${balanceBefore('owed', '$2')} as "owedCents", ${balanceBefore('refunds', '$2')} as "heldCents"`;

/** One statement, so that the balances at both ends and the entries are of one instant. */
const ENTRIES = `
  select bounds.*, page.*
    from (select ${balanceBefore('available', '$2')} as "openingCents",
                 ${balanceBefore('available', '$3')} as "closingCents") as bounds
    left join lateral (
      select e.id::text, e.at, e.amount_cents as "amountCents", e.balance_cents as "balanceCents", t.kind,
             t.payment_link_id as "paymentLinkId", t.reference,
             (select d.event from ledger_transaction d
                where d.charge_id = t.charge_id and d.kind = 'DEPOSIT' and d.holder_id = $1
                limit 1) as deposit
        from entry e
        join ledger_transaction t on t.id = e.transaction_id
       where e.holder_id = $1 and e.account = 'available'
         and e.at >= $2 and e.at < $3 and (e.at, e.id) < ($4, $5)
       order by e.at desc, e.id desc
       limit $6) as page on true
   order by page.at desc, page.id::bigint desc`;

/** A holder sees its own side of a transaction only. */
const TIMELINE = `
  select t.created_at as at, t.kind, t.id as "transactionId", t.reference, t.trace_id as "traceId",
         coalesce(
           (select greatest(sum(amount_cents) filter (where amount_cents > 0),
                            -sum(amount_cents) filter (where amount_cents < 0))::bigint
              from entry where transaction_id = t.id and holder_id = $2),
           0) as "amountCents"
    from ledger_transaction t
   where t.charge_id = $1 and t.holder_id = $2
   order by t.created_at, t.seq
   limit $3`;

const FIRST = '-infinity';
const LAST = 'infinity';
const LAST_ID = '9223372036854775807';
/** Far above what happens to one charge. */
const TIMELINE_LENGTH_MAX = 1_000;

/** The balance of now, or right before a time. */
export async function getBalance(
  db: Pool,
  accountId: string,
  before: Date | null,
): Promise<Balance> {
  const query = before
    ? prepared(BALANCE_BEFORE, [accountId, before])
    : prepared(BALANCE, [accountId]);
  const { rows } = await queryAs<Balance>(db, accountId, query);
  return rows[0] ?? NO_BALANCE;
}

type Bounds = { readonly openingCents: number; readonly closingCents: number };
/** With the event of the charge's deposit. */
type EntryRow = Omit<StatementEntry, 'valueCents' | 'feeCents' | 'externalId'> & {
  readonly deposit: Buffer | null;
};

export async function listEntries(
  db: Pool,
  query: StatementQuery,
): Promise<Statement<StatementEntry>> {
  const { accountId, from, to, limit, before } = query;
  const place = [before?.at ?? LAST, before?.id ?? LAST_ID];
  const values = [accountId, from ?? FIRST, to ?? LAST, ...place, limit + 1];
  const { rows } = await queryAs<Bounds & (EntryRow | { id: null })>(
    db,
    accountId,
    prepared(ENTRIES, values),
  );
  // There is always one row; without entries it has the balances only.
  const { openingCents = 0, closingCents = 0 } = rows[0] ?? {};
  const found = rows.filter((row): row is EntryRow & Bounds => row.id !== null).map(toEntry);
  return { ...pageOfEntries(found, limit), openingCents, closingCents };
}

function pageOfEntries<Entry extends Place>(found: readonly Entry[], limit: number) {
  const { rows: entries, next } = pageOf(found, limit, ({ at, id }) => ({ at, id }));
  return { entries, next };
}

/** What we published about a deposit has its amounts and the charge's external id. */
function toEntry(row: EntryRow & Bounds): StatementEntry {
  const { deposit, openingCents: _, closingCents: __, ...entry } = row;
  const charge = deposit ? chargeIn(deposit) : null;
  const isDeposit = entry.kind === 'DEPOSIT' && charge !== null;
  return {
    ...entry,
    valueCents: isDeposit ? charge.valueCents : null,
    feeCents: isDeposit ? charge.feeCents : null,
    externalId: charge?.externalId || null,
  };
}

export async function getTimeline(
  db: Pool,
  accountId: string,
  chargeId: string,
): Promise<readonly TimelineEntry[]> {
  const values = [chargeId, accountId, TIMELINE_LENGTH_MAX];
  const { rows } = await queryAs<TimelineEntry>(db, accountId, prepared(TIMELINE, values));
  return rows;
}

const BOUNDS = `
  select (select id from entry order by id limit 1) as first_id,
         (select id from entry order by id desc limit 1) as last_id,
         (select at from entry order by id limit 1) as first_at`;

/** By holder, because a holder may have entries in many slices. */
const SLICE = `
  select account, holder_id, sum(amount_cents)::bigint as cents
    from entry where id >= $1 and id < $2 and at < $3
   group by account, holder_id`;

/** In the order of a trial balance: what the platform has, then whose it is. */
const ACCOUNTS = ['settlement', 'owed', 'available', 'suspense', 'refunds', 'fees'] as const;

/** Each takes a fraction of a second, far below the timeout of a statement. */
const SLICE_LENGTH = 200_000;

/** The accounts are written out for the planner: the index has these only. */
const SUMS = `
  select coalesce(sum(amount_cents) filter (where at < $2), 0)::bigint as "openingCents",
         coalesce(sum(amount_cents), 0)::bigint as "closingCents"
    from entry
   where account = $1 and account in ('suspense', 'owed', 'refunds') and at < $3`;

const BOOK_ENTRIES = `
  select e.id::text, e.at, t.kind, e.holder_id as "holderId", e.amount_cents as "amountCents",
         t.end_to_end_id as "endToEndId", t.charge_id as "chargeId", t.reference
    from entry e
    join ledger_transaction t on t.id = e.transaction_id
   where e.account = $1 and e.account in ('suspense', 'owed', 'refunds')
     and e.at >= $2 and e.at < $3 and (e.at, e.id) > ($4, $5)
   order by e.at, e.id
   limit $6`;

type BoundsRow = { first_id: number | null; last_id: number | null; first_at: Date | null };
type SliceRow = {
  account: TrialBalance['accounts'][number]['name'];
  holder_id: string | null;
  cents: number;
};
/** All that it reads is of one instant, and nobody waits for it. */
export function readBooks<T>(db: Pool, read: (tx: ClientBase) => Promise<T>): Promise<T> {
  return transact(
    db,
    async (tx) => {
      await setScope(tx, EVERY_ACCOUNT);
      return read(tx);
    },
    { begin: 'begin isolation level repeatable read read only' },
  );
}

/** Adds up the entries themselves: stored balances are what a trial balance is to check. */
export function sumBooks(db: Pool, before: Date | null): Promise<TrialBalance> {
  return readBooks(db, async (tx) => {
    const { rows } = await tx.query<BoundsRow>(prepared(BOUNDS));
    const { first_id, last_id, first_at } = rows[0] ?? {};
    const sums = new Map<SliceRow['account'], Map<string | null, number>>();
    for (let id = first_id ?? 1; id <= (last_id ?? 0); id += SLICE_LENGTH) {
      const values = [id, id + SLICE_LENGTH, before ?? LAST];
      const slice = await tx.query<SliceRow>(prepared(SLICE, values));
      for (const { account, holder_id, cents } of slice.rows) {
        const byHolder = sums.get(account) ?? new Map<string | null, number>();
        sums.set(account, byHolder.set(holder_id, (byHolder.get(holder_id) ?? 0) + cents));
      }
    }
    const accounts = ACCOUNTS.map((name) => {
      const byHolder = sums.get(name) ?? new Map<string | null, number>();
      const cents = [...byHolder.values()].reduce((sum, one) => sum + one, 0);
      return { name, holders: byHolder.has(null) ? 0 : byHolder.size, cents };
    });
    return { accounts, firstAt: first_at ?? null };
  });
}

/** On later pages the balances are zero. */
export function listBookEntries(
  db: Pool,
  query: BookStatementQuery,
): Promise<Statement<BookEntry>> {
  const { account, from, to, limit, after } = query;
  const window = [account, from ?? FIRST, to ?? LAST];
  return readBooks(db, async (tx) => {
    const sums = after === null ? await tx.query<Bounds>(prepared(SUMS, window)) : null;
    const { openingCents = 0, closingCents = 0 } = sums?.rows[0] ?? {};
    const values = [...window, after?.at ?? FIRST, after?.id ?? 0, limit + 1];
    const { rows } = await tx.query<BookEntry>(prepared(BOOK_ENTRIES, values));
    return { ...pageOfEntries(rows, limit), openingCents, closingCents };
  });
}
