import { pageOf } from '@entrada/platform/db/page';
import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT, queryAs, transactAs } from '@entrada/platform/db/scope';
import { transact } from '@entrada/platform/db/transaction';
import type { ClientBase, Pool } from 'pg';
import { type Charge, ChargeStatus, type Payment } from '../domain/charge.ts';
import { ReturnStatus } from '../domain/payment-return.ts';
import type {
  AuditedCharge,
  AuditWindow,
  ListedRefund,
  Place,
  RefundFilter,
} from '../domain/views.ts';
import { IN_ORDER_OF_INDEX } from './list-charges.ts';
import { republisher } from './republish-store.ts';
import {
  CHARGE_COLUMNS,
  type ChargeRow,
  type Db,
  RETURN_COLUMNS,
  type ReturnRow,
  toCharge,
  toReturn,
} from './rows.ts';
import { timelineOf } from './timeline.ts';

const CHANGED = `
  select ${CHARGE_COLUMNS}, changed_at as "changedAt"
    from charge
   where changed_at >= $1 and changed_at < $2
     and (changed_at, id) > ($3, $4)
   order by changed_at, id
   limit $5`;

const PAYMENTS = `
  select charge_id as "chargeId", end_to_end_id as "endToEndId", paid_cents as "paidCents", paid_at as "paidAt"
    from payment where charge_id = any($1::text[]) order by paid_at, end_to_end_id`;

const MOVES = `
  select charge_id as "chargeId", to_status as status from charge_move where charge_id = any($1::text[]) order by id`;

/** A charge that is paid between two statements would have a payment and be open. */
const OF_ONE_INSTANT = 'begin isolation level repeatable read read only';

type OfCharge = { readonly chargeId: string };

export function historyStore(db: Pool) {
  return {
    republish: republisher(db),
    timelineOf: (charge: Charge) =>
      transactAs(db, charge.accountId, (tx) => timelineOf(tx, charge)),
    async refundsOf(accountId: string, filter: RefundFilter) {
      // Those of one charge are few, and have an index of their own.
      const settings = filter.chargeId || filter.refundId ? {} : IN_ORDER_OF_INDEX;
      const readOn = (tx: ClientBase) => listRefunds(tx, accountId, filter);
      const found = await transactAs(db, accountId, readOn, settings);
      const placeOf = ({ createdAt: at, id }: ListedRefund) => ({ at, id });
      const { rows: refunds, next } = pageOf(found, filter.limit, placeOf);
      return { refunds, next };
    },
    /** Every account's charges that changed in a window, oldest change first. */
    changedBetween: (window: AuditWindow) =>
      transact(db, (tx) => changedBetween(tx, window), { begin: OF_ONE_INSTANT }),
  };
}

async function changedBetween(
  tx: ClientBase,
  { from, to, limit, after }: AuditWindow,
): Promise<{ readonly charges: readonly AuditedCharge[]; readonly next: Place | null }> {
  const values = [from, to, after?.at ?? from, after?.id ?? '', limit + 1];
  const found = await tx.query<ChargeRow & { changedAt: Date }>(prepared(CHANGED, values));
  const { rows, next } = pageOf(found.rows, limit, ({ changedAt: at, id }) => ({ at, id }));
  const ids = rows.map(({ id }) => id);
  const payments = await tx.query<Payment & OfCharge>(PAYMENTS, [ids]);
  const refunds = await tx.query<RefundRow>(prepared(ALL, [ids]));
  const moves = await tx.query<Pick<Charge, 'status'> & OfCharge>(MOVES, [ids]);
  const of = {
    payments: Map.groupBy(payments.rows, ({ chargeId }) => chargeId),
    refunds: Map.groupBy(refunds.rows, ({ chargeId }) => chargeId),
    moves: Map.groupBy(moves.rows, ({ chargeId }) => chargeId),
  };
  const charges = rows.map((row) => ({
    charge: toCharge(row),
    payments: of.payments.get(row.id) ?? [],
    refunds: (of.refunds.get(row.id) ?? []).map(toReturn),
    history: [ChargeStatus.Pending, ...(of.moves.get(row.id) ?? []).map(({ status }) => status)],
  }));
  return { charges, next };
}

/** Refunds of clients and returns by the bank; what an operator returns is shown with the payment in suspense. */
const SHOWN = "origin <> 'OPERATOR'";

const withLink = (refunds: string) => `
  select refunds.*, (select payment_link_id from charge where charge.id = "chargeId") as "paymentLinkId"
    from (${refunds}) as refunds`;

const STATUSES = Object.values(ReturnStatus);

/** Newest first, and no more than one page: a range of an index that has the order. */
const page = (conditions: readonly string[]) => `
  (select ${RETURN_COLUMNS} from payment_return where ${conditions.join(' and ')}
   order by created_at desc, id desc limit $1)`;

const ALL = `
  ${withLink(`select ${RETURN_COLUMNS} from payment_return where charge_id = any($1::text[]) and ${SHOWN}`)}
  order by "createdAt", id`;

type RefundRow = ReturnRow & Pick<ListedRefund, 'origin' | 'paymentLinkId'>;

async function listRefunds(
  db: Db,
  accountId: string,
  { chargeId, refundId, status, from, to, limit, after }: RefundFilter,
): Promise<ListedRefund[]> {
  const values: unknown[] = [limit + 1, accountId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['account_id = $2', SHOWN];
  if (chargeId) conditions.push(`charge_id = ${parameter(chargeId)}`);
  if (refundId) conditions.push(`id = ${parameter(refundId)}`);
  if (from) conditions.push(`created_at >= ${parameter(from)}`);
  if (to) conditions.push(`created_at < ${parameter(to)}`);
  if (after) conditions.push(`(created_at, id) < (${parameter(after.at)}, ${parameter(after.id)})`);
  // Each status by itself: of one that is rare, an index without it would be read to its end.
  const wantedStatuses = STATUSES.filter((one) => status === null || one === status);
  const pages = wantedStatuses.map((one) => page([...conditions, `status = '${one}'`]));
  const text = withLink(`
    select * from (${pages.join(' union all ')}) as pages
     order by "createdAt" desc, id desc
     limit $1`);
  const { rows } = await db.query<RefundRow>(`${text} order by "createdAt" desc, id desc`, values);
  return rows.map(toReturn);
}

const LEAST = '00000000-0000-0000-0000-000000000000';

// One look into the index per account, however many charges it has.
const LIST = `
  with recursive found as (
    (select account_id from charge where account_id > $1 order by account_id limit 1)
    union all
    select (select charge.account_id from charge
             where charge.account_id > found.account_id
             order by charge.account_id
             limit 1)
      from found
     where found.account_id is not null)
  select account_id from found where account_id is not null limit $2`;

/** Those with a charge, in order of their ids, from behind `after` on; null: from the first. */
export async function listAccounts(
  db: Pool,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await queryAs<{ account_id: string }>(
    db,
    EVERY_ACCOUNT,
    prepared(LIST, [after ?? LEAST, limit]),
  );
  return rows.map(({ account_id }) => account_id);
}
