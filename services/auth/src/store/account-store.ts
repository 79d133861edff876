import type { Pool } from 'pg';
import type { Accounts } from '../ports.ts';

const INSERT = `
  insert into account (id, email, name, password_hash, created_at)
  values ($1, $2, $3, $4, $5)
      on conflict (email) do nothing`;

export function accountStore(db: Pool): Accounts {
  return {
    async insert({ id, email, name, passwordHash, createdAt }) {
      const { rowCount } = await db.query(INSERT, [id, email, name, passwordHash, createdAt]);
      return rowCount === 1;
    },
  };
}
