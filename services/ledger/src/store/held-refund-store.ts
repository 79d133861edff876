import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { HeldRefund } from '../domain/audit-hold.ts';
import type { HeldRefunds } from '../ports/audited-books.ts';

/** Of a transaction of a refund: what is held by all transactions of the refund. */
const HELD = `lateral (
    select coalesce(sum(e.amount_cents), 0)::bigint as cents
      from ledger_transaction own
      join entry e on e.transaction_id = own.id and e.account = 'refunds'
     where own.charge_id = t.charge_id and own.reference = t.reference
  ) as held`;

const OPEN_HOLDS = {
  name: 'audit-open-holds',
  text: `
  select t.reference, t.charge_id, t.created_at, held.cents
    from ledger_transaction t, ${HELD}
   where t.created_at >= $1 and t.created_at < $2 and t.kind = 'REFUND_HOLD' and held.cents > 0
   order by t.created_at, t.id
   limit $3`,
};

const UNHELD_SETTLEMENTS = {
  name: 'audit-unheld-settlements',
  text: `
  select t.reference, t.charge_id, t.created_at, held.cents
    from ledger_transaction t, ${HELD}
   where t.created_at >= $1 and t.created_at < $2 and t.kind = 'REFUND_SETTLE' and held.cents < 0
   order by t.created_at, t.id
   limit $3`,
};

type Row = { reference: string; charge_id: string; created_at: Date; cents: number };
type Range = Parameters<HeldRefunds['openHolds']>[0];

export function heldRefundStore(db: Pool): HeldRefunds {
  const find = (query: typeof OPEN_HOLDS, { from, to, limit }: Range) =>
    transactAs(db, EVERY_ACCOUNT, async (tx) => {
      const { rows } = await tx.query<Row>({ ...query, values: [from, to, limit] });
      return rows.map(toHeld);
    });
  return {
    openHolds: (range) => find(OPEN_HOLDS, range),
    unheldSettlements: (range) => find(UNHELD_SETTLEMENTS, range),
  };
}

function toHeld(row: Row): HeldRefund {
  return {
    refundId: row.reference,
    chargeId: row.charge_id,
    at: row.created_at,
    heldCents: row.cents,
  };
}
