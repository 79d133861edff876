import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';

const FIND = {
  name: 'find-holders',
  text: 'select holder_id from account where holder_id = any($1::uuid[])',
};

export async function findHolders(db: Pool, holderIds: readonly string[]): Promise<string[]> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<{ holder_id: string }>({ ...FIND, values: [holderIds] }),
  );
  return rows.map(({ holder_id }) => holder_id);
}
