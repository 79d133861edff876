import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool, QueryResultRow } from 'pg';
import type { Booked } from '../domain/book.ts';
import type { Line } from '../domain/link.ts';
import { type MovementKind, PLATFORM_ID } from '../domain/posting.ts';
import { returnIn } from '../events/decode.ts';
import type { Chain } from '../ports.ts';
import { ACCOUNT_COLUMNS, type AccountRow, toAccount } from './account-store.ts';
import {
  countByKey,
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
  select ${ACCOUNT_COLUMNS}
    from account where $1::uuid is null or holder_id > $1 order by holder_id limit $2`,
};

const ACCOUNT = {
  name: 'read-account',
  text: `
  select ${ACCOUNT_COLUMNS}
    from account where holder_id = $1`,
};

const PLATFORM_SUMS = {
  name: 'sum-platform',
  text: `
  select available_cents, suspense_cents, owed_cents, held_cents, sums.*
    from account, lateral (
      select coalesce(sum(amount_cents) filter (where account = 'available'), 0)::bigint as available_sum,
             coalesce(sum(amount_cents) filter (where account = 'suspense'), 0)::bigint as suspense_sum,
             coalesce(-sum(amount_cents) filter (where account = 'owed'), 0)::bigint as owed_sum,
             coalesce(sum(amount_cents) filter (where account = 'refunds'), 0)::bigint as held_sum
        from entry where entry.holder_id = account.holder_id) as sums
   where account.holder_id = $1`,
};

const CREDIT_SEQ = {
  name: 'find-credit',
  text: `
  select seq from ledger_transaction
   where charge_id = $1 and holder_id = $2 and kind = 'DEPOSIT'`,
};

/**
 * Of the payment that was credited, on its holder's chain. A client's refund names no payment: it is always of the one
 * that completed the charge. What the bank said is in the event only.
 */
const RETURNS = {
  name: 'find-returns-of-charge',
  text: `
  select seq, event from ledger_transaction
   where charge_id = $1 and holder_id = $2
     and (kind = 'REFUND_SETTLE'
          or kind = 'BANK_RETURN' and end_to_end_id = (
               select end_to_end_id from ledger_transaction
                where charge_id = $1 and holder_id = $2 and kind = 'DEPOSIT'))
   order by seq
   limit $3`,
};

type PlatformRow = AccountRow & {
  available_sum: number;
  suspense_sum: number;
  owed_sum: number;
  held_sum: number;
};

type ReturnRow = { seq: number; event: Buffer | null };
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
    async returnsOf(accountId, chargeId, limit) {
      const rows = await readAll<ReturnRow>(RETURNS, [chargeId, accountId, limit]);
      return rows.map(({ seq, event }) => ({ seq, natureza: naturezaIn(event) }));
    },
    async platformBalances() {
      const [row] = await readAll<PlatformRow>(PLATFORM_SUMS, [PLATFORM_ID]);
      return {
        byAccount: {
          availableCents: row?.available_cents ?? 0,
          suspenseCents: row?.suspense_cents ?? 0,
          owedCents: row?.owed_cents ?? 0,
          heldCents: row?.held_cents ?? 0,
        },
        byEntries: {
          availableCents: row?.available_sum ?? 0,
          suspenseCents: row?.suspense_sum ?? 0,
          owedCents: row?.owed_sum ?? 0,
          heldCents: row?.held_sum ?? 0,
        },
      };
    },
    covering: (holderId, seq) => findCovering(db, holderId, seq),
    checkpoints: (range) => readCheckpoints(db, range),
    unsignedEnds: (grownSince, limit, fromHolderId) =>
      findUnsigned(db, grownSince, limit, fromHolderId),
    signedByKey: () => countByKey(db),
    save: (checkpoints) => insertCheckpoints(db, checkpoints),
  };
}

function naturezaIn(event: Buffer | null): string | null {
  return (event && returnIn(event)?.natureza) || null;
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
