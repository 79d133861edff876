import type { Pool } from 'pg';
import type { Webhooks } from '../ports.ts';

const PUT = {
  name: 'put-webhook',
  text: `
  insert into webhook (pix_key, url, created_at)
  values ($1, $2, $3)
      on conflict (pix_key) do update set url = excluded.url, created_at = excluded.created_at`,
};

const FIND = {
  name: 'find-webhook',
  text: 'select pix_key, url, created_at from webhook where pix_key = $1',
};

const REMOVE = { name: 'remove-webhook', text: 'delete from webhook where pix_key = $1' };

type Row = { pix_key: string; url: string; created_at: Date };

export function webhookStore(db: Pool): Webhooks {
  return {
    async put({ pixKey, url, createdAt }) {
      await db.query({ ...PUT, values: [pixKey, url, createdAt] });
    },
    async find(pixKey) {
      const { rows } = await db.query<Row>({ ...FIND, values: [pixKey] });
      const [row] = rows;
      return row ? { pixKey: row.pix_key, url: row.url, createdAt: row.created_at } : null;
    },
    async remove(pixKey) {
      const { rowCount } = await db.query({ ...REMOVE, values: [pixKey] });
      return rowCount === 1;
    },
  };
}
