import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { Account } from '../domain/account.ts';
import type { Accounts } from '../ports.ts';
import type { Within } from './within.ts';

const INSERT = `
  insert into account (id, email, name, password_hash, created_at)
  values ($1, $2, $3, $4, $5)
      on conflict do nothing`;

const FIND = `
  select id, email, name, password_hash, created_at
    from account
   where id = $1`;

const UNKNOWN_AMONG = `
  select asked.id
    from unnest($1::uuid[]) as asked (id)
   where not exists (select from account where account.id = asked.id)`;

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

const SET_RATE_LIMIT = `
  update account
     set rate_limit_per_second = $2
    from (select rate_limit_per_second as before from account where id = $1 for update) as old
   where id = $1
  returning before`;

type Row = { id: string; email: string; name: string; password_hash: string; created_at: Date };

export function accountStore(within: Within): Accounts {
  const rowOf = (by: { email: string } | { id: string }): Promise<Row | undefined> =>
    'id' in by
      ? within(by.id, async (db) => (await db.query<Row>(FIND, [by.id])).rows[0])
      : within(EVERY_ACCOUNT, async (db) => {
          const { rows } = await db.query<Row>(FIND_BY_EMAIL, [by.email]);
          return rows[0];
        });
  return {
    insert: ({ id, email, name, passwordHash, createdAt }) =>
      within(id, async (db) => {
        const { rowCount } = await db.query(INSERT, [id, email, name, passwordHash, createdAt]);
        return rowCount === 1;
      }),
    async find(id) {
      const row = await rowOf({ id });
      return row ? fromRow(row) : null;
    },
    async unknownAmong(ids) {
      const { rows } = await within(EVERY_ACCOUNT, (db) =>
        db.query<{ id: string }>(UNKNOWN_AMONG, [ids]),
      );
      return rows.map(({ id }) => id);
    },
    async findCredentials(by) {
      const row = await rowOf(by);
      return row ? { account: fromRow(row), passwordHash: row.password_hash } : null;
    },
    replacePassword: (id, { from, to }) =>
      within(id, async (db) => {
        const { rowCount } = await db.query(REPLACE_PASSWORD, [id, from, to]);
        return rowCount === 1;
      }),
    lock: (id) => within(id, async (db) => (await db.query(LOCK, [id])).rowCount === 1),
    setRateLimit: (id, perSecond) =>
      within(id, async (db) => {
        type Before = { before: number | null };
        return (await db.query<Before>(SET_RATE_LIMIT, [id, perSecond])).rows[0]?.before;
      }),
  };
}

function fromRow(row: Row): Account {
  return { id: row.id, email: row.email, name: row.name, createdAt: row.created_at };
}
