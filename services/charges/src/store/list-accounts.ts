import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';

const LEAST = '00000000-0000-0000-0000-000000000000';

// One look into the index per account, however many charges it has.
const LIST = {
  name: 'list-accounts',
  text: `
  with recursive found as (
    (select account_id from charge where account_id > $1 order by account_id limit 1)
    union all
    select (select charge.account_id from charge
             where charge.account_id > found.account_id
             order by charge.account_id
             limit 1)
      from found
     where found.account_id is not null)
  select account_id from found where account_id is not null limit $2`,
};

export async function listAccounts(
  db: Pool,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<{ account_id: string }>({ ...LIST, values: [after ?? LEAST, limit] }),
  );
  return rows.map(({ account_id }) => account_id);
}
