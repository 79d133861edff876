import type { Pool, PoolClient } from 'pg';
import { SESSIONS_MAX, type Session } from '../domain/session.ts';
import type { Sessions } from '../ports.ts';

const INSERT = `
  insert into session
    (id, account_id, digest, created_at, last_seen_at, expires_at, ip, user_agent)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const FIND_LIVE = {
  name: 'find-live-session',
  text: `
  select session.*, account.email, account.name, account.created_at as account_created_at
    from session
    join account on account.id = session.account_id
   where digest = $1
     and revoked_at is null
     and expires_at > $2`,
};

const LIST_LIVE = `
  select *
    from session
   where account_id = $1
     and revoked_at is null
     and expires_at > $2
   order by created_at desc, id
   limit ${SESSIONS_MAX}`;

const SLIDE = `
  update session
     set last_seen_at = $2, expires_at = $3
   where id = $1
     and last_seen_at <= $4
     and revoked_at is null`;

const REVOKE = `
  update session
     set revoked_at = $3
   where id = $1
     and account_id = $2
     and revoked_at is null`;

const EXISTS = `
  select from session
   where id = $1
     and account_id = $2`;

const REVOKE_OTHERS = `
  update session
     set revoked_at = $2
   where id in (
         select id
           from session
          where account_id = $1
            and revoked_at is null
            and expires_at > $2
            and id <> $3
          order by created_at desc
         offset $4)
  returning id`;

type Row = {
  id: string;
  account_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ip: string;
  user_agent: string;
};
type RowWithAccount = Row & { email: string; name: string; account_created_at: Date };

export function sessionStore(db: Pool | PoolClient): Sessions {
  return {
    async insert({ id, accountId, digest, createdAt, lastSeenAt, expiresAt, origin }) {
      const { ip, userAgent } = origin;
      const values = [id, accountId, digest, createdAt, lastSeenAt, expiresAt, ip, userAgent];
      await db.query(INSERT, values);
    },
    async findLive(digest, now) {
      const { rows } = await db.query<RowWithAccount>({ ...FIND_LIVE, values: [digest, now] });
      const [row] = rows;
      if (!row) return null;
      const { account_id: id, email, name, account_created_at: createdAt } = row;
      return { session: fromRow(row), account: { id, email, name, createdAt } };
    },
    async listLive(accountId, now) {
      const { rows } = await db.query<Row>(LIST_LIVE, [accountId, now]);
      return rows.map(fromRow);
    },
    async slide(id, { lastSeenAt, expiresAt, seenBefore }) {
      await db.query(SLIDE, [id, lastSeenAt, expiresAt, seenBefore]);
    },
    async revoke({ id, accountId }, now) {
      const { rowCount } = await db.query(REVOKE, [id, accountId, now]);
      if (rowCount === 1) return true;
      const existing = await db.query(EXISTS, [id, accountId]);
      return existing.rowCount === 1 ? false : null;
    },
    async revokeOthers(accountId, { id, kept }, now) {
      const { rows } = await db.query<{ id: string }>(REVOKE_OTHERS, [accountId, now, id, kept]);
      return rows.map((row) => row.id);
    },
  };
}

function fromRow(row: Row): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    origin: { ip: row.ip, userAgent: row.user_agent },
  };
}
