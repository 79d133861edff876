import { uuidArray } from '@entrada/platform/db/array-parameter';
import type { Pool } from 'pg';

const ACCOUNTS = `
  select distinct coalesce(account_id, noted.id) as account_id
    from unnest($1::uuid[]) as noted (id)
    left join endpoint on endpoint.id = noted.id`;

/** The accounts of endpoints, and accounts as they are, for hints that their deliveries changed. */
export async function accountsOf(db: Pool, ids: readonly string[]): Promise<string[]> {
  type Row = { account_id: string };
  const { rows } = await db.query<Row>(ACCOUNTS, [uuidArray([...ids])]);
  return rows.map((row) => row.account_id);
}
