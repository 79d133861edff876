import type { ClientBase } from 'pg';
import type { Refund } from '../domain/refund.ts';

const HOLDS = {
  name: 'find-holds',
  text: `
  select t.reference, t.holder_id, t.charge_id, t.payment_link_id, e.amount_cents
    from ledger_transaction t
    join entry e on e.transaction_id = t.id and e.account = 'refunds'
   where t.id = any($1::uuid[])`,
};

type Row = {
  reference: string;
  holder_id: string;
  charge_id: string;
  payment_link_id: string | null;
  amount_cents: number;
};

/** By the ids of the transactions that hold them. */
export async function findHolds(
  tx: ClientBase,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, Refund>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await tx.query<Row>({ ...HOLDS, values: [transactionIds] });
  return new Map(rows.map((row) => [row.reference, toRefund(row)]));
}

function toRefund(row: Row): Refund {
  return {
    refundId: row.reference,
    accountId: row.holder_id,
    chargeId: row.charge_id,
    paymentLinkId: row.payment_link_id,
    valueCents: row.amount_cents,
  };
}
