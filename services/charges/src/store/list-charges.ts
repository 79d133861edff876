import type { ClientBase } from 'pg';
import type { ChargeFilter, ListedCharges } from '../domain/views.ts';
import { chargeConditions } from './charge-conditions.ts';
import { CHARGE_COLUMNS, type ChargeRow, toCharge } from './rows.ts';
import { findByPrefix, findNamed } from './search-charges.ts';

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
