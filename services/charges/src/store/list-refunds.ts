import { RefundStatus } from '../domain/refund.ts';
import type { ListedRefund, RefundFilter } from '../domain/views.ts';
import { type Db, failureOf, type RefundRow } from './rows.ts';

/** Refunds of clients and returns by the bank, in one shape. */
const REFUNDS = `
  select id, account_id, charge_id, value_cents, status, 'CLIENT' as origin, '' as natureza, reason, end_to_end_id,
         created_at, settled_at, failure, failure_code
    from refund`;
const RETURNS = `
  select id, account_id, charge_id, value_cents, status, 'BANK' as origin, natureza, '' as reason, end_to_end_id,
         found_at as created_at, settled_at, null as failure, null as failure_code
    from payment_return`;

const withLink = (refunds: string) => `
  select refunds.*, (select payment_link_id from charge where charge.id = charge_id) as payment_link_id
    from (${refunds}) as refunds`;

const STATUSES = Object.values(RefundStatus);

/** Newest first, and no more than one page: a range of an index that has the order. */
const page = (refunds: string, conditions: readonly string[]) => `
  (select * from (${refunds}) as refunds where ${conditions.join(' and ')}
   order by created_at desc, id desc limit $1)`;

const ALL = {
  name: 'refunds-of-charges',
  text: `
  ${withLink(`${REFUNDS} where charge_id = any($1::text[]) union all ${RETURNS} where charge_id = any($1::text[])`)}
  order by created_at, id`,
};

type Row = Pick<RefundRow, 'failure' | 'failure_code'> & {
  id: string;
  charge_id: string;
  value_cents: number;
  status: RefundStatus;
  origin: ListedRefund['origin'];
  natureza: string;
  reason: string;
  end_to_end_id: string;
  created_at: Date;
  settled_at: Date | null;
  payment_link_id: string;
};

export async function listRefunds(
  db: Db,
  accountId: string,
  { chargeId, refundId, status, from, to, limit, after }: RefundFilter,
): Promise<ListedRefund[]> {
  const values: unknown[] = [limit, accountId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const conditions = ['account_id = $2'];
  if (chargeId) conditions.push(`charge_id = ${parameter(chargeId)}`);
  if (refundId) conditions.push(`id = ${parameter(refundId)}`);
  if (from) conditions.push(`created_at >= ${parameter(from)}`);
  if (to) conditions.push(`created_at < ${parameter(to)}`);
  if (after) conditions.push(`(created_at, id) < (${parameter(after.at)}, ${parameter(after.id)})`);
  // Each status by itself: of one that is rare, an index without it would be read to its end.
  const wantedStatuses = STATUSES.filter((one) => status === null || one === status);
  const pages = wantedStatuses.flatMap((one) => {
    const wanted = [...conditions, `status = '${one}'`];
    return [page(REFUNDS, wanted), page(RETURNS, wanted)];
  });
  const text = withLink(`
    select * from (${pages.join(' union all ')}) as pages
     order by created_at desc, id desc
     limit $1`);
  const { rows } = await db.query<Row>(`${text} order by created_at desc, id desc`, values);
  return rows.map(toListed);
}

/** By charge, oldest first. */
export async function refundsOfCharges(
  db: Db,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ListedRefund[]>> {
  const { rows } = await db.query<Row>({ ...ALL, values: [chargeIds] });
  const byCharge = Map.groupBy(rows, (row) => row.charge_id);
  return new Map([...byCharge].map(([id, own]) => [id, own.map(toListed)]));
}

function toListed(row: Row): ListedRefund {
  return {
    id: row.id,
    valueCents: row.value_cents,
    status: row.status,
    origin: row.origin,
    natureza: row.natureza,
    reason: row.reason,
    endToEndId: row.end_to_end_id,
    createdAt: row.created_at,
    settledAt: row.settled_at,
    failure: failureOf(row),
    paymentLinkId: row.payment_link_id,
  };
}
