import { transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { StatementEntry, StatementPage, StatementQuery } from '../domain/statement.ts';
import { chargeIn } from '../events/decode.ts';
import type { Balance, TimelineEntry } from '../ports.ts';

const BALANCE = {
  name: 'find-balance',
  text: 'select available_cents, suspense_cents, owed_cents, held_cents from account where holder_id = $1',
};

/** The balance after the last entry before an instant; entries carry it, so one look is enough. */
const BALANCE_BEFORE = {
  name: 'find-balance-before',
  text: `
  select coalesce((select balance_cents from entry
                    where holder_id = $1 and account = 'available' and at < $2
                    order by at desc, id desc limit 1), 0) as available_cents,
         coalesce((select balance_cents from entry
                    where holder_id = $1 and account = 'suspense' and at < $2
                    order by at desc, id desc limit 1), 0) as suspense_cents,
         -coalesce((select balance_cents from entry
                    where holder_id = $1 and account = 'owed' and at < $2
                    order by at desc, id desc limit 1), 0) as owed_cents,
         coalesce((select balance_cents from entry
                    where holder_id = $1 and account = 'refunds' and at < $2
                    order by at desc, id desc limit 1), 0) as held_cents`,
};

/** One statement, so that the balances at both ends and the entries are of one instant. */
const ENTRIES = {
  name: 'list-entries',
  text: `
  select bounds.*, page.*
    from (select coalesce((select balance_cents from entry
                            where holder_id = $1 and account = 'available' and at < $2
                            order by at desc, id desc limit 1), 0) as opening_cents,
                 coalesce((select balance_cents from entry
                            where holder_id = $1 and account = 'available' and at < $3
                            order by at desc, id desc limit 1), 0) as closing_cents) as bounds
    left join lateral (
      select e.id, e.at, e.amount_cents, e.balance_cents, t.kind, t.payment_link_id, t.reference,
             (select d.event from ledger_transaction d
                where d.charge_id = t.charge_id and d.kind = 'DEPOSIT' and d.holder_id = $1
                limit 1) as deposit
        from entry e
        join ledger_transaction t on t.id = e.transaction_id
       where e.holder_id = $1 and e.account = 'available'
         and e.at >= $2 and e.at < $3 and (e.at, e.id) < ($4, $5)
       order by e.at desc, e.id desc
       limit $6) as page on true
   order by page.at desc, page.id desc`,
};

/** A holder sees its own side of a transaction only. */
const TIMELINE = {
  name: 'list-timeline',
  text: `
  select t.id, t.created_at, t.kind, t.reference, t.trace_id,
         coalesce(
           (select greatest(sum(amount_cents) filter (where amount_cents > 0),
                            -sum(amount_cents) filter (where amount_cents < 0))::bigint
              from entry where transaction_id = t.id and holder_id = $2),
           0) as amount_cents
    from ledger_transaction t
   where t.charge_id = $1 and t.holder_id = $2
   order by t.created_at, t.seq
   limit $3`,
};

const FIRST = '-infinity';
const LAST = 'infinity';
const LAST_ID = '9223372036854775807';
/** Far above what happens to one charge. */
const TIMELINE_LENGTH_MAX = 1_000;

type BalanceRow = {
  available_cents: number;
  suspense_cents: number;
  owed_cents: number;
  held_cents: number;
};
type EntryRow = {
  id: number;
  at: Date;
  amount_cents: number;
  balance_cents: number;
  kind: StatementEntry['kind'];
  payment_link_id: string | null;
  reference: string | null;
  /** The event of the charge's deposit. */
  deposit?: Buffer | null;
};

type Bounds = { opening_cents: number; closing_cents: number };
type PageRow = Bounds & (EntryRow | { id: null });

export async function findBalance(
  db: Pool,
  accountId: string,
  before: Date | null,
): Promise<Balance> {
  const query = before
    ? { ...BALANCE_BEFORE, values: [accountId, before] }
    : { ...BALANCE, values: [accountId] };
  const { rows } = await transactAs(db, accountId, (tx) => tx.query<BalanceRow>(query));
  const [row] = rows;
  return {
    availableCents: row?.available_cents ?? 0,
    suspenseCents: row?.suspense_cents ?? 0,
    owedCents: row?.owed_cents ?? 0,
    heldCents: row?.held_cents ?? 0,
  };
}

export async function findEntries(
  db: Pool,
  { accountId, from, to, limit, before }: StatementQuery,
): Promise<StatementPage> {
  const place = [before?.at ?? LAST, before?.id ?? LAST_ID];
  const values = [accountId, from ?? FIRST, to ?? LAST, ...place, limit];
  const { rows } = await transactAs(db, accountId, (tx) =>
    tx.query<PageRow>({ ...ENTRIES, values }),
  );
  // There is always one row; without entries it has the balances only.
  const [first] = rows;
  return {
    entries: rows.filter((row): row is EntryRow & Bounds => row.id !== null).map(toEntry),
    openingCents: first?.opening_cents ?? 0,
    closingCents: first?.closing_cents ?? 0,
  };
}

function toEntry(row: EntryRow): StatementEntry {
  return {
    id: String(row.id),
    at: row.at,
    kind: row.kind,
    amountCents: row.amount_cents,
    balanceCents: row.balance_cents,
    paymentLinkId: row.payment_link_id,
    reference: row.reference,
    ...depositOf(row),
  };
}

/** What we published about a deposit has its amounts and the charge's external id. */
function depositOf({ kind, deposit }: EntryRow) {
  const charge = deposit ? chargeIn(deposit) : null;
  const isDeposit = kind === 'DEPOSIT' && charge !== null;
  return {
    valueCents: isDeposit ? charge.valueCents : null,
    feeCents: isDeposit ? charge.feeCents : null,
    externalId: charge?.externalId || null,
  };
}

export async function findTimeline(
  db: Pool,
  accountId: string,
  chargeId: string,
): Promise<readonly TimelineEntry[]> {
  type Row = Omit<EntryRow, 'id' | 'at'> & {
    id: string;
    created_at: Date;
    trace_id: string | null;
  };
  const values = [chargeId, accountId, TIMELINE_LENGTH_MAX];
  const { rows } = await transactAs(db, accountId, (tx) => tx.query<Row>({ ...TIMELINE, values }));
  return rows.map((row) => ({
    at: row.created_at,
    kind: row.kind,
    transactionId: row.id,
    amountCents: row.amount_cents,
    reference: row.reference,
    traceId: row.trace_id,
  }));
}
