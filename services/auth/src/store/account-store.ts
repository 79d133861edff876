import type { Pool, PoolClient } from 'pg';
import type { Account } from '../domain/account.ts';
import type { Accounts } from '../ports.ts';

const INSERT = `
  insert into account (id, email, name, password_hash, created_at)
  values ($1, $2, $3, $4, $5)
      on conflict (email) do nothing`;

const FIND = `
  select id, email, name, password_hash, created_at
    from account
   where id = $1`;

const FIND_BY_EMAIL = `
  select id, email, name, password_hash, created_at
    from account
   where email = $1`;

const REPLACE_PASSWORD = `
  update account
     set password_hash = $3
   where id = $1
     and password_hash = $2`;

const LOCK = `
  select from account
   where id = $1
     for no key update`;

type Row = { id: string; email: string; name: string; password_hash: string; created_at: Date };

export function accountStore(db: Pool | PoolClient): Accounts {
  return {
    async insert({ id, email, name, passwordHash, createdAt }) {
      const { rowCount } = await db.query(INSERT, [id, email, name, passwordHash, createdAt]);
      return rowCount === 1;
    },
    async find(id) {
      const { rows } = await db.query<Row>(FIND, [id]);
      return rows[0] ? fromRow(rows[0]) : null;
    },
    async findCredentials(by) {
      const { rows } = await ('id' in by
        ? db.query<Row>(FIND, [by.id])
        : db.query<Row>(FIND_BY_EMAIL, [by.email]));
      return rows[0] ? { account: fromRow(rows[0]), passwordHash: rows[0].password_hash } : null;
    },
    async replacePassword(id, { from, to }) {
      const { rowCount } = await db.query(REPLACE_PASSWORD, [id, from, to]);
      return rowCount === 1;
    },
    async lock(id) {
      const { rowCount } = await db.query(LOCK, [id]);
      return rowCount === 1;
    },
  };
}

function fromRow(row: Row): Account {
  return { id: row.id, email: row.email, name: row.name, createdAt: row.created_at };
}
