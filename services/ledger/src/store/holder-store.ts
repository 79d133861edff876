import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';

const FIND = {
  name: 'find-holders',
  text: 'select holder_id from account where holder_id = any($1::uuid[])',
};

/** The platform's own account, which nobody logs in to, has the least id. */
const PLATFORM = '00000000-0000-0000-0000-000000000000';

const LIST = {
  name: 'list-holders',
  text: 'select holder_id from account where holder_id > $1 order by holder_id limit $2',
};

export async function findHolders(db: Pool, holderIds: readonly string[]): Promise<string[]> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<{ holder_id: string }>({ ...FIND, values: [holderIds] }),
  );
  return rows.map(({ holder_id }) => holder_id);
}

export async function listHolders(
  db: Pool,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<{ holder_id: string }>({ ...LIST, values: [after ?? PLATFORM, limit] }),
  );
  return rows.map(({ holder_id }) => holder_id);
}
