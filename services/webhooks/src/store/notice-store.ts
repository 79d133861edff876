import { prepared } from '@entrada/platform/db/prepared';
import type { ClientBase, Pool } from 'pg';
import type { Notice } from '../domain/endpoint.ts';

/** A notice of a crashed process, and one that auth did not take, is due again after this time. */
const RETRY_AFTER = `interval '30 seconds'`;

const INSERT = `
  insert into notice (id, account_id, kind, name, url)
  values (gen_random_uuid(), $1, $2, $3, $4)`;

const CLAIM = `
  update notice
     set due_at = now() + ${RETRY_AFTER}
   where id = any (array(
           select id from notice
            where due_at <= now()
            order by due_at
            limit $1
              for update skip locked))
  returning id, account_id as "accountId", kind, name, url`;

const REMOVE = 'delete from notice where id = $1';

/** In the transaction of what it is about. */
export async function insertNotice(tx: ClientBase, notice: Omit<Notice, 'id'>): Promise<void> {
  const { accountId, kind, name, url } = notice;
  await tx.query(prepared(INSERT, [accountId, kind, name, url]));
}

export function noticeStore(db: Pool) {
  return {
    /** Notices that are due, out of reach of other replicas for a while. */
    async claim(limit: number): Promise<readonly Notice[]> {
      return (await db.query<Notice>(prepared(CLAIM, [limit]))).rows;
    },
    async remove(id: string): Promise<void> {
      await db.query(prepared(REMOVE, [id]));
    },
  };
}
