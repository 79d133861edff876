import type { RefundStatus } from '../domain/refund.ts';
import type { ListedRefund, RefundFilter } from '../domain/views.ts';
import type { Db } from './rows.ts';

/** Refunds of clients and returns by the bank, in one shape. */
const refundsWhere = (condition: string) => `
  select id, charge_id, value_cents, status, 'CLIENT' as origin, '' as natureza, reason, end_to_end_id,
         created_at, settled_at, failure,
         (select payment_link_id from charge where charge.id = refund.charge_id) as payment_link_id
    from refund where ${condition}
  union all
  select id, charge_id, value_cents, status, 'BANK', natureza, '', end_to_end_id,
         found_at, settled_at, null,
         (select payment_link_id from charge where charge.id = payment_return.charge_id)
    from payment_return where ${condition}`;

/** To the millisecond, as a cursor knows it. */
const CREATED_AT = `date_trunc('milliseconds', created_at)`;

const listWhere = (condition: string) => `
  select * from (${refundsWhere(condition)}) as refunds
   where ($2::timestamptz is null or (${CREATED_AT}, id) < ($2, $3::uuid))
     and ($5::text is null or status = $5)
     and ($6::timestamptz is null or created_at >= $6)
     and ($7::timestamptz is null or created_at < $7)
   order by ${CREATED_AT} desc, id desc
   limit $4`;

/** Of a charge, of an account, or one of an account. */
const LISTS = {
  charge: { name: 'list-refunds', text: listWhere('charge_id = $1 and account_id = $8') },
  refund: { name: 'find-listed-refund', text: listWhere('id = $1::uuid and account_id = $8') },
  account: { name: 'list-account-refunds', text: listWhere('account_id = $1::uuid') },
};

const ALL = {
  name: 'refunds-of-charges',
  text: `${refundsWhere('charge_id = any($1::text[])')} order by created_at, id`,
};

type Row = {
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
  failure: string | null;
  payment_link_id: string;
};

export async function listRefunds(
  db: Db,
  accountId: string,
  { chargeId, refundId, status, from, to, limit, after }: RefundFilter,
): Promise<ListedRefund[]> {
  const filter = [after?.at ?? null, after?.id ?? null, limit, status, from, to];
  const query = chargeId
    ? { ...LISTS.charge, values: [chargeId, ...filter, accountId] }
    : refundId
      ? { ...LISTS.refund, values: [refundId, ...filter, accountId] }
      : { ...LISTS.account, values: [accountId, ...filter] };
  return (await db.query<Row>(query)).rows.map(toListed);
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
    failure: row.failure,
    paymentLinkId: row.payment_link_id,
  };
}
