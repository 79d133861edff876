import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import { SESSIONS_MAX, type Session } from '../domain/session.ts';
import type { Devices, Sessions } from '../ports.ts';
import { ACCOUNT_COLUMNS, type AccountRow, accountFrom } from './account-row.ts';
import type { Within } from './within.ts';

const INSERT = `
  insert into session
    (id, account_id, digest, created_at, last_seen_at, expires_at, ip, user_agent)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`;

const FIND_LIVE = {
  name: 'find-live-session',
  text: `
  select session.*, ${ACCOUNT_COLUMNS}
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
     set last_seen_at = $3, expires_at = $4
   where id = $1
     and account_id = $2
     and last_seen_at <= $5
     and revoked_at is null`;

// `ip` holds an IPv6 address in full, of which $1 may be the first half.
const OPENED_FROM = `
  select from session
   where (ip = $1 or starts_with(ip, $1 || ':'))
     and account_id =`;
const WERE_OPENED_FROM = `${OPENED_FROM} $2 limit 1`;
const WERE_OPENED_BY_FIRST = `${OPENED_FROM} (
         select id from account
          where email = $2
            and (email_confirmed_at is not null or not $3)
          order by email_confirmed_at is null, created_at, id
          limit 1)
   limit 1`;

const PROVE = `
  update session
     set proof_at = $3
   where id = $1
     and account_id = $2
     and revoked_at is null
     and expires_at > $3`;

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
   where account_id = $1
     and id in (
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
  proof_at: Date | null;
};

export function sessionStore(within: Within): Sessions {
  return {
    async insert({ id, accountId, digest, createdAt, lastSeenAt, expiresAt, origin }) {
      const { ip, userAgent } = origin;
      const values = [id, accountId, digest, createdAt, lastSeenAt, expiresAt, ip, userAgent];
      await within(accountId, (db) => db.query(INSERT, values));
    },
    async findLive(digest, now) {
      const query = { ...FIND_LIVE, values: [digest, now] };
      const { rows } = await within(EVERY_ACCOUNT, (db) => db.query<Row & AccountRow>(query));
      const [row] = rows;
      return row ? { session: fromRow(row), account: accountFrom(row) } : null;
    },
    async listLive(accountId, now) {
      const { rows } = await within(accountId, (db) => db.query<Row>(LIST_LIVE, [accountId, now]));
      return rows.map(fromRow);
    },
    async wereOpenedFrom(network, of) {
      const { rowCount } = await ('id' in of
        ? within(of.id, (db) => db.query(WERE_OPENED_FROM, [network, of.id]))
        : within(EVERY_ACCOUNT, (db) =>
            db.query(WERE_OPENED_BY_FIRST, [network, of.email, of.confirmed]),
          ));
      return rowCount === 1;
    },
    async slide({ id, accountId }, { lastSeenAt, expiresAt, seenBefore }) {
      const values = [id, accountId, lastSeenAt, expiresAt, seenBefore];
      await within(accountId, (db) => db.query(SLIDE, values));
    },
    async prove({ id, accountId }, at) {
      const { rowCount } = await within(accountId, (db) => db.query(PROVE, [id, accountId, at]));
      return rowCount === 1;
    },
    revoke: ({ id, accountId }, now) =>
      within(accountId, async (db) => {
        const { rowCount } = await db.query(REVOKE, [id, accountId, now]);
        if (rowCount === 1) return true;
        const existing = await db.query(EXISTS, [id, accountId]);
        return existing.rowCount === 1 ? false : null;
      }),
    async revokeOthers(accountId, { id, kept }, now) {
      const { rows } = await within(accountId, (db) =>
        db.query<{ id: string }>(REVOKE_OTHERS, [accountId, now, id, kept]),
      );
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
    proofAt: row.proof_at ?? row.created_at,
  };
}

// The first statement sees the table as it was before.
const NOTE = `
  with noted as (
    insert into known_device (account_id, digest, seen_at)
    values ($1, $2, $3)
        on conflict (account_id, digest) do update set seen_at = $3)
  select exists (select from known_device where account_id = $1) as "hasAny",
         exists (select from known_device where account_id = $1 and digest = $2) as "isKnown"`;

export function deviceStore(within: Within): Devices {
  return {
    async note(accountId, digest, at) {
      type Row = { hasAny: boolean; isKnown: boolean };
      const { rows } = await within(accountId, (db) =>
        db.query<Row>(NOTE, [accountId, digest, at]),
      );
      const { hasAny, isKnown } = rows[0] ?? { hasAny: false, isKnown: true };
      return hasAny && !isKnown;
    },
  };
}
