import type { ClientBase } from 'pg';
import type { Charge } from '../domain/charge.ts';
import type { ChargeFilter } from '../domain/views.ts';
import { CHARGE_COLUMNS, type ChargeRow, toCharge } from './rows.ts';

/** One condition for each part of a filter that is there, so that the planner sees only those. */
export async function listCharges(db: ClientBase, filter: ChargeFilter): Promise<Charge[]> {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const { accountId, status, externalId, from, to, after, limit } = filter;
  const conditions = [
    `account_id = ${parameter(accountId)}`,
    ...(status ? [`status = ${parameter(status)}`] : []),
    ...(externalId ? [`external_id = ${parameter(externalId)}`] : []),
    ...(from ? [`created_at >= ${parameter(from)}`] : []),
    ...(to ? [`created_at < ${parameter(to)}`] : []),
    ...(after ? [`(created_at, id) < (${parameter(after.at)}, ${parameter(after.id)})`] : []),
  ];
  const text = `
  select ${CHARGE_COLUMNS}
    from charge
   where ${conditions.join('\n     and ')}
   order by created_at desc, id desc
   limit ${parameter(limit)}`;
  const { rows } = await db.query<ChargeRow>(text, values);
  return rows.map(toCharge);
}
