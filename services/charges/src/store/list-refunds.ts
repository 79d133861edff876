import type { Charge } from '../domain/charge.ts';
import type { RefundStatus } from '../domain/refund.ts';
import type { ListedRefund, RefundPage } from '../domain/views.ts';
import type { Db } from './rows.ts';

/** Refunds of clients and returns by the bank, in one shape. */
const REFUNDS_OF = `
  select id, charge_id, value_cents, status, 'CLIENT' as origin, '' as natureza, reason, end_to_end_id,
         created_at, settled_at, failure
    from refund where charge_id = any($1::text[])
  union all
  select id, charge_id, value_cents, status, 'BANK', natureza, '', end_to_end_id,
         found_at, settled_at, null
    from payment_return where charge_id = any($1::text[])`;

/** To the millisecond, as a cursor knows it. */
const CREATED_AT = `date_trunc('milliseconds', created_at)`;

const LIST = {
  name: 'list-refunds',
  text: `
  select * from (${REFUNDS_OF}) as refunds
   where $2::timestamptz is null or (${CREATED_AT}, id) < ($2, $3::uuid)
   order by ${CREATED_AT} desc, id desc
   limit $4`,
};

const ALL = { name: 'refunds-of-charges', text: `${REFUNDS_OF} order by created_at, id` };

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
};

export async function listRefunds(
  db: Db,
  { id }: Pick<Charge, 'id'>,
  { limit, after }: RefundPage,
): Promise<ListedRefund[]> {
  const values = [[id], after?.at ?? null, after?.id ?? null, limit];
  return (await db.query<Row>({ ...LIST, values })).rows.map(toListed);
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
  };
}
