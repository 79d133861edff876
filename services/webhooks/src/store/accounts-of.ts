import { uuidArray } from '@entrada/platform/db/array-parameter';
import type { Pool } from 'pg';

const ACCOUNTS = 'select distinct account_id from endpoint where id = any($1::uuid[])';

/** The accounts of endpoints, for hints that their deliveries changed. */
export async function accountsOf(db: Pool, endpointIds: readonly string[]): Promise<string[]> {
  type Row = { account_id: string };
  const { rows } = await db.query<Row>(ACCOUNTS, [uuidArray([...endpointIds])]);
  return rows.map((row) => row.account_id);
}
