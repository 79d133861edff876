import type { ClientBase } from 'pg';
import type { Charge } from '../domain/charge.ts';
import { endOfPrefix } from '../domain/search.ts';
import type { ChargeFilter, ListedCharges } from '../domain/views.ts';
import { CHARGE_COLUMNS, type ChargeRow, toCharge } from './rows.ts';

/**
 * A list is a range of an index that has its order. Without statistics, or with old ones, the planner would rather
 * read all charges of an account and sort them.
 */
export const IN_ORDER_OF_INDEX = { enable_sort: 'off', enable_bitmapscan: 'off' } as const;

/** Null where the cursor is of another list. */
export async function listCharges(
  db: ClientBase,
  filter: ChargeFilter,
): Promise<ListedCharges | null> {
  const { search, externalId } = filter;
  if (search === null && externalId === null) return newestFirst(db, filter);
  const { by, text } = search ?? { by: 'externalId' as const, text: externalId ?? '' };
  return by === 'prefix' ? findByPrefix(db, filter, text) : findNamed(db, filter, { by, text });
}

async function newestFirst(db: ClientBase, filter: ChargeFilter): Promise<ListedCharges> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const { after, limit } = filter;
  const conditions = chargeConditions(filter).map((one) => one(parameter));
  if (after) conditions.push(`(created_at, id) < (${parameter(after.at)}, ${parameter(after.id)})`);
  const text = `
  select ${CHARGE_COLUMNS}
    from charge
   where ${conditions.join('\n     and ')}
   order by created_at desc, id desc
   limit ${parameter(limit)}`;
  const { rows } = await db.query<ChargeRow>(text, values);
  return { charges: rows.map(toCharge), scannedTo: null };
}

/** What one page looks through at most for charges that other filters let pass. */
const SCANNED_MAX = 5_000;

/** An external id may look like any of them. */
const OWN_NAME = 'select id from charge where account_id = $1 and external_id = $2::text';
const NAMED = {
  id: `select id from charge where id = lower($2::text) union ${OWN_NAME}`,
  paymentLinkId: `select id from charge where payment_link_id = ($2::text)::uuid union ${OWN_NAME}`,
  // Every payment, also one that did not complete the charge.
  endToEndId: `select charge_id as id from payment where end_to_end_id = $2::text union ${OWN_NAME}`,
  externalId: OWN_NAME,
} as const;

const EXTERNAL_ID = 'select external_id from charge where id = $1 and account_id = $2';

async function findNamed(
  db: ClientBase,
  filter: ChargeFilter,
  { by, text }: { readonly by: keyof typeof NAMED; readonly text: string },
): Promise<ListedCharges> {
  const { rows } = await db.query<{ id: string }>(NAMED[by], [filter.accountId, text]);
  const { after, limit } = filter;
  const found = await readCharges(
    db,
    rows.map(({ id }) => id),
    chargeConditions(filter),
  );
  const isAfter = ({ createdAt, id }: Charge) =>
    !after || createdAt < after.at || (createdAt.getTime() === after.at.getTime() && id < after.id);
  const newestFirst = found
    .filter(isAfter)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
  return { charges: newestFirst.slice(0, limit), scannedTo: null };
}

/**
 * In the order of external ids, last first: the order of time would need all that begin so, or all charges of
 * the account. Null where the page is to begin at a charge that has no external id.
 */
async function findByPrefix(
  db: ClientBase,
  filter: ChargeFilter,
  prefix: string,
): Promise<ListedCharges | null> {
  const { accountId, after, limit } = filter;
  const end = after ? await externalIdOf(db, after.id, accountId) : endOfPrefix(prefix);
  if (after && end === null) return null;
  const conditions = chargeConditions(filter);
  // The account is a condition of every list.
  const scannedMax = conditions.length > 1 ? SCANNED_MAX : limit;
  const { ids, scanned, last } = await scan(db, { accountId, prefix, end, scannedMax, conditions });
  const charges = await readCharges(db, ids.slice(0, limit), conditions);
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  return {
    charges: ids.slice(0, limit).flatMap((id) => byId.get(id) ?? []),
    scannedTo: scanned === scannedMax && last ? last : null,
  };
}

type Scan = {
  readonly accountId: string;
  readonly prefix: string;
  readonly end: string | null;
  readonly scannedMax: number;
  readonly conditions: readonly Condition[];
};
type ScanRow = { ids: string[] | null; scanned: number; lastId: string | null; lastAt: Date };

async function scan(db: ClientBase, { accountId, prefix, end, scannedMax, conditions }: Scan) {
  const values: unknown[] = [accountId, prefix, scannedMax];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const before = end === null ? '' : `and external_id ~<~ ${parameter(end)}`;
  const text = `
  with scanned as materialized (
    select id, external_id, account_id, status, created_at
      from charge
     where account_id = $1 and external_id ~>=~ $2 ${before}
     order by external_id using ~>~
     limit $3
  )
  select count(*)::integer as scanned,
         (array_agg(id order by external_id using ~<~))[1] as "lastId",
         (array_agg(created_at order by external_id using ~<~))[1] as "lastAt",
         array_agg(id order by external_id using ~>~)
           filter (where ${conditions.map((one) => one(parameter)).join(' and ')}) as ids
    from scanned`;
  const { rows } = await db.query<ScanRow>(text, values);
  const { ids = null, scanned = 0, lastId: id = null, lastAt: at = new Date(0) } = rows[0] ?? {};
  return { ids: ids ?? [], scanned, last: id === null ? null : { at, id } };
}

async function externalIdOf(db: ClientBase, id: string, accountId: string): Promise<string | null> {
  type Row = { external_id: string | null };
  return (await db.query<Row>(EXTERNAL_ID, [id, accountId])).rows[0]?.external_id ?? null;
}

/** By their ids first, so that no plan reads the account's other charges. */
async function readCharges(
  db: ClientBase,
  ids: readonly string[],
  conditions: readonly Condition[],
): Promise<Charge[]> {
  const values: unknown[] = [ids];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const text = `
  with found as materialized (
    select * from charge where id = any($1::text[])
  )
  select ${CHARGE_COLUMNS} from found where ${conditions.map((one) => one(parameter)).join(' and ')}`;
  return (await db.query<ChargeRow>(text, values)).rows.map(toCharge);
}

/** SQL of one condition; `parameter` takes a value and gives its place. */
type Condition = (parameter: (value: unknown) => string) => string;

/** One condition for each part of a filter that is there, so that the planner sees only those. */
function chargeConditions(filter: ChargeFilter): readonly Condition[] {
  const { accountId, status, externalId, from, to } = filter;
  return [
    (parameter) => `account_id = ${parameter(accountId)}`,
    ...when(status, 'status ='),
    ...when(externalId, 'external_id ='),
    ...when(from, 'created_at >='),
    ...when(to, 'created_at <'),
  ];
}

function when(value: unknown, comparison: string): readonly Condition[] {
  return value === null ? [] : [(parameter) => `${comparison} ${parameter(value)}`];
}
