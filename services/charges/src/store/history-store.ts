import { transactAs } from '@entrada/platform/db/scope';
import { transact } from '@entrada/platform/db/transaction';
import type { ClientBase, Pool } from 'pg';
import { ChargeStatus } from '../domain/charge.ts';
import type { AuditedCharge, AuditWindow } from '../domain/views.ts';
import type { History } from '../ports/history.ts';
import { IN_ORDER_OF_INDEX } from './list-charges.ts';
import { listRefunds, refundsOfCharges } from './list-refunds.ts';
import { republisher } from './republish-store.ts';
import { CHARGE_COLUMNS, type ChargeRow, toCharge } from './rows.ts';
import { timelineOf } from './timeline.ts';

const CHANGED = {
  name: 'charges-changed',
  text: `
  select ${CHARGE_COLUMNS}, changed_at
    from charge
   where changed_at >= $1 and changed_at < $2
     and (changed_at, id) > ($3, $4)
   order by changed_at, id
   limit $5`,
};

const PAYMENTS = `
  select charge_id, end_to_end_id, paid_cents, paid_at
    from payment where charge_id = any($1::text[]) order by paid_at, end_to_end_id`;

const MOVES = `
  select charge_id, to_status from charge_move where charge_id = any($1::text[]) order by id`;

/** A charge that is paid between two statements would have a payment and be open. */
const OF_ONE_INSTANT = 'begin isolation level repeatable read read only';

type PaymentRow = { charge_id: string; end_to_end_id: string; paid_cents: number; paid_at: Date };
type MoveRow = { charge_id: string; to_status: ChargeStatus };

export function historyStore(db: Pool): History {
  return {
    republish: republisher(db),
    timelineOf: (charge) => transactAs(db, charge.accountId, (tx) => timelineOf(tx, charge)),
    refundsOf(accountId, filter) {
      // Those of one charge are few, and have an index of their own.
      const settings = filter.chargeId || filter.refundId ? {} : IN_ORDER_OF_INDEX;
      return transactAs(db, accountId, (tx) => listRefunds(tx, accountId, filter), settings);
    },
    changedBetween: (window) =>
      transact(db, (tx) => changedBetween(tx, window), { begin: OF_ONE_INSTANT }),
  };
}

async function changedBetween(
  tx: ClientBase,
  { from, to, limit, after }: AuditWindow,
): Promise<AuditedCharge[]> {
  const values = [from, to, after?.at ?? from, after?.id ?? '', limit];
  const { rows } = await tx.query<ChargeRow & { changed_at: Date }>({ ...CHANGED, values });
  const ids = rows.map(({ id }) => id);
  const payments = await tx.query<PaymentRow>(PAYMENTS, [ids]);
  const refunds = await refundsOfCharges(tx, ids);
  const moves = await tx.query<MoveRow>(MOVES, [ids]);
  const of = {
    payments: Map.groupBy(payments.rows, (row) => row.charge_id),
    moves: Map.groupBy(moves.rows, (row) => row.charge_id),
  };
  return rows.map((row) => ({
    charge: toCharge(row),
    changedAt: row.changed_at,
    payments: (of.payments.get(row.id) ?? []).map(toPayment),
    refunds: refunds.get(row.id) ?? [],
    history: [ChargeStatus.Pending, ...(of.moves.get(row.id) ?? []).map((move) => move.to_status)],
  }));
}

function toPayment(row: PaymentRow) {
  return { endToEndId: row.end_to_end_id, paidCents: row.paid_cents, paidAt: row.paid_at };
}
