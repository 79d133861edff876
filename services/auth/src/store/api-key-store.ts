import type { Pool } from 'pg';
import type { Scope } from '../domain/scopes.ts';
import type { ApiKey, ApiKeys } from '../ports.ts';

const INSERT = `
  insert into api_key (id, account_id, name, prefix, digest, scopes, created_at)
  select $1, id, $3, $4, $5, $6, $7
    from account
   where id = $2`;

const FIND_USABLE = {
  name: 'find-usable-key',
  text: `
  select id, account_id, name, prefix, scopes, created_at
    from api_key
   where digest = $1
     and revoked_at is null
     and (expires_at is null or expires_at > $2)`,
};

type Row = {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  created_at: Date;
};

export function apiKeyStore(db: Pool): ApiKeys {
  return {
    async insert({ id, accountId, name, prefix, digest, scopes, createdAt }) {
      const values = [id, accountId, name, prefix, digest, scopes, createdAt];
      const { rowCount } = await db.query(INSERT, values);
      return rowCount === 1;
    },
    async findUsable(digest, now) {
      const { rows } = await db.query<Row>({ ...FIND_USABLE, values: [digest, now] });
      return rows[0] ? fromRow(rows[0]) : null;
    },
  };
}

function fromRow(row: Row): ApiKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    createdAt: row.created_at,
  };
}
