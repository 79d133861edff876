import type { Pool } from 'pg';

export type Webhook = { readonly pixKey: string; readonly url: string; readonly createdAt: Date };

const PUT = {
  name: 'put-webhook',
  text: `
  insert into webhook (pix_key, url, created_at)
  values ($1, $2, $3)
      on conflict (pix_key) do update set url = excluded.url, created_at = excluded.created_at`,
};

const FIND = {
  name: 'find-webhook',
  text: `select pix_key as "pixKey", url, created_at as "createdAt" from webhook where pix_key = $1`,
};

const REMOVE = { name: 'remove-webhook', text: 'delete from webhook where pix_key = $1' };

export function webhookStore(db: Pool) {
  return {
    async put({ pixKey, url, createdAt }: Webhook) {
      await db.query({ ...PUT, values: [pixKey, url, createdAt] });
    },
    async find(pixKey: string) {
      return (await db.query<Webhook>({ ...FIND, values: [pixKey] })).rows[0] ?? null;
    },
    /** False when there was none. */
    async remove(pixKey: string) {
      const { rowCount } = await db.query({ ...REMOVE, values: [pixKey] });
      return rowCount === 1;
    },
  };
}
