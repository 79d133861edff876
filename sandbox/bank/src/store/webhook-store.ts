import { prepared } from '@entrada/platform/db/prepared';
import type { Pool } from 'pg';

export type Webhook = { readonly pixKey: string; readonly url: string; readonly createdAt: Date };

const PUT = `
  insert into webhook (pix_key, url, created_at)
  values ($1, $2, $3)
      on conflict (pix_key) do update set url = excluded.url, created_at = excluded.created_at`;

const FIND = `select pix_key as "pixKey", url, created_at as "createdAt" from webhook where pix_key = $1`;

const REMOVE = 'delete from webhook where pix_key = $1';

export function webhookStore(db: Pool) {
  return {
    async put({ pixKey, url, createdAt }: Webhook) {
      await db.query(prepared(PUT, [pixKey, url, createdAt]));
    },
    async find(pixKey: string) {
      return (await db.query<Webhook>(prepared(FIND, [pixKey]))).rows[0] ?? null;
    },
    /** False when there was none. */
    async remove(pixKey: string) {
      const { rowCount } = await db.query(prepared(REMOVE, [pixKey]));
      return rowCount === 1;
    },
  };
}
