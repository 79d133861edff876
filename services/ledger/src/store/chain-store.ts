import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool, QueryResultRow } from 'pg';
import type { Booked } from '../domain/book.ts';
import type { Line } from '../domain/link.ts';
import { type MovementKind, PLATFORM_ID } from '../domain/posting.ts';
import type { Chain } from '../ports.ts';
import { type AccountRow, toAccount } from './account-store.ts';
import {
  findCovering,
  findUnsigned,
  insertCheckpoints,
  readCheckpoints,
} from './checkpoint-store.ts';

export const LINK_COLUMNS = `t.id, t.kind, t.holder_id, t.seq, t.hash, t.created_at, t.charge_id,
         t.payment_link_id, t.end_to_end_id, t.reference, t.trace_id`;

/** Each transaction with its lines, in the order they were written. */
export const LINES = `lateral (
    select json_agg(json_build_array(account, holder_id, amount_cents, balance_cents) order by id) as lines
      from entry where transaction_id = t.id) as written`;

const LINKS = {
  name: 'read-links',
  text: `
  select ${LINK_COLUMNS}, written.lines
    from ledger_transaction t, ${LINES}
   where t.holder_id = $1 and t.seq > $2 and t.seq <= $3
   order by t.seq
   limit $4`,
};

const ACCOUNTS = {
  name: 'read-accounts',
  text: `
  select holder_id, available_cents, suspense_cents, seq, head, moved_at
    from account where $1::uuid is null or holder_id > $1 order by holder_id limit $2`,
};

const ACCOUNT = {
  name: 'read-account',
  text: `
  select holder_id, available_cents, suspense_cents, seq, head, moved_at
    from account where holder_id = $1`,
};

const SUSPENSE_SUM = {
  name: 'sum-suspense',
  text: `
  select suspense_cents as account_cents,
         (select coalesce(sum(amount_cents), 0)::bigint from entry
           where holder_id = $1 and account = 'suspense') as entries_cents
    from account where holder_id = $1`,
};

const CREDIT_SEQ = {
  name: 'find-credit',
  text: `
  select seq from ledger_transaction
   where charge_id = $1 and holder_id = $2 and kind = 'DEPOSIT'`,
};

type LineRow = [Line['account'], string | null, number, number | null];
export type LinkRow = {
  id: string;
  kind: MovementKind;
  holder_id: string;
  seq: number;
  hash: Buffer;
  created_at: Date;
  charge_id: string | null;
  payment_link_id: string | null;
  end_to_end_id: string | null;
  reference: string | null;
  trace_id: string | null;
  lines: LineRow[] | null;
};

export function chainStore(db: Pool): Chain {
  const readAll = <R extends QueryResultRow>(
    query: { name: string; text: string },
    values: unknown[],
  ) => transactAs(db, EVERY_ACCOUNT, async (tx) => (await tx.query<R>({ ...query, values })).rows);
  return {
    async accounts(afterHolderId, limit) {
      return (await readAll<AccountRow>(ACCOUNTS, [afterHolderId, limit])).map(toAccount);
    },
    async accountOf(holderId) {
      const [row] = await readAll<AccountRow>(ACCOUNT, [holderId]);
      return row ? toAccount(row) : null;
    },
    async links({ holderId, afterSeq, toSeq, limit }) {
      return (await readAll<LinkRow>(LINKS, [holderId, afterSeq, toSeq, limit])).map(toBooked);
    },
    async creditSeq(accountId, chargeId) {
      const [row] = await readAll<{ seq: number }>(CREDIT_SEQ, [chargeId, accountId]);
      return row?.seq ?? null;
    },
    async platformSuspense() {
      type Sums = { account_cents: number; entries_cents: number };
      const [row] = await readAll<Sums>(SUSPENSE_SUM, [PLATFORM_ID]);
      return { accountCents: row?.account_cents ?? 0, entriesCents: row?.entries_cents ?? 0 };
    },
    covering: (holderId, seq) => findCovering(db, holderId, seq),
    checkpoints: (range) => readCheckpoints(db, range),
    unsignedEnds: (grownSince, limit, fromHolderId) =>
      findUnsigned(db, grownSince, limit, fromHolderId),
    save: (checkpoints) => insertCheckpoints(db, checkpoints),
  };
}

export function toBooked(row: LinkRow): Booked {
  return {
    id: row.id,
    kind: row.kind,
    holderId: row.holder_id,
    seq: row.seq,
    hash: row.hash,
    at: row.created_at,
    chargeId: row.charge_id,
    paymentLinkId: row.payment_link_id,
    endToEndId: row.end_to_end_id,
    reference: row.reference,
    traceId: row.trace_id,
    lines: (row.lines ?? []).map(([account, holderId, amountCents, balanceCents]) => ({
      account,
      holderId,
      amountCents,
      balanceCents,
    })),
  };
}
