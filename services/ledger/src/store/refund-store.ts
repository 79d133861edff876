import type { ClientBase } from 'pg';
import type { IdOf } from '../domain/movement-id.ts';
import { MovementKind } from '../domain/posting.ts';
import {
  afterFailure,
  type RefundOnBooks,
  refundIdAtBank,
  type WantedRefund,
} from '../domain/refund.ts';
import { returnIn } from '../events/decode.ts';

/** A refund that ended without a hold has no entries. The limit keeps it one index look-up per id. */
const ON_BOOKS = {
  name: 'find-refunds',
  text: `
  select t.kind, t.reference, t.holder_id, t.charge_id, t.payment_link_id,
         (select e.amount_cents from entry e
           where e.transaction_id = t.id and e.account = 'refunds' limit 1) as amount_cents
    from unnest($1::uuid[]) as wanted (id),
         lateral (select * from ledger_transaction where id = wanted.id limit 1) as t`,
};

/** Far above what a bank returns of one charge. */
const RETURNS_MAX = 1_000;

const RETURNED = {
  name: 'find-returned-refunds',
  text: `
  select t.event
    from unnest($1::text[]) as wanted (charge_id), lateral (
      select t.event from ledger_transaction t
       where t.charge_id = wanted.charge_id and t.kind = 'BANK_RETURN' limit ${RETURNS_MAX}
    ) as t
   where t.event is not null`,
};

type Row = {
  kind: MovementKind;
  reference: string;
  holder_id: string;
  charge_id: string;
  payment_link_id: string | null;
  amount_cents: number | null;
};

const UNKNOWN: RefundOnBooks = { held: null, end: null };

/** Looks for the transactions that hold them and for those that end them, also after a failure. */
export async function findRefunds(
  tx: ClientBase,
  wanted: readonly WantedRefund[],
  idOf: IdOf,
): Promise<ReadonlyMap<string, RefundOnBooks>> {
  if (wanted.length === 0) return new Map();
  const names = wanted.flatMap(({ refundId }) => [refundId, afterFailure(refundId)]);
  const ids = names.flatMap((name) => [idOf('refund-hold', name), idOf('refund-end', name)]);
  const { rows } = await tx.query<Row>({ ...ON_BOOKS, values: [ids] });
  const found = new Map<string, RefundOnBooks>();
  for (const row of rows) {
    found.set(row.reference, withRow(found.get(row.reference) ?? UNKNOWN, row));
  }
  const unpaid = wanted.filter(({ refundId }) => found.get(refundId)?.end !== 'SETTLED');
  for (const refundId of await returnedAmong(tx, unpaid)) {
    found.set(refundId, { held: found.get(refundId)?.held ?? null, end: 'SETTLED' });
  }
  return found;
}

/** Those that are on the books as returns of the bank: charges did not know its refund after a restore, or had recorded its failure. */
async function returnedAmong(tx: ClientBase, unpaid: readonly WantedRefund[]): Promise<string[]> {
  const chargeIds = unpaid.flatMap(({ chargeId }) => chargeId ?? []);
  if (chargeIds.length === 0) return [];
  const { rows } = await tx.query<{ event: Buffer }>({ ...RETURNED, values: [chargeIds] });
  const ids = new Set(rows.map(({ event }) => refundIdAtBank(returnIn(event)?.bankReturnId ?? '')));
  return unpaid.flatMap(({ refundId }) => (ids.has(refundId) ? [refundId] : []));
}

function withRow(known: RefundOnBooks, row: Row): RefundOnBooks {
  if (row.kind === MovementKind.RefundSettle) return { ...known, end: 'SETTLED' };
  if (row.kind === MovementKind.RefundRelease) return { ...known, end: known.end ?? 'FAILED' };
  const held = {
    refundId: row.reference,
    accountId: row.holder_id,
    chargeId: row.charge_id,
    paymentLinkId: row.payment_link_id,
    valueCents: row.amount_cents ?? 0,
  };
  return { ...known, held };
}
