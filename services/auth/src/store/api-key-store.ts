import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { ApiKey, KeyRights, Scope } from '../domain/api-key.ts';
import type { ApiKeys } from '../ports.ts';
import type { Within } from './within.ts';

const LISTED_MAX = 200;

const INSERT = `
  insert into api_key
    (id, account_id, name, prefix, digest, scopes, created_at, expires_at, allowed_ips)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const FIND_BY_DIGEST = {
  name: 'find-key-by-digest',
  text: `
  select key.id, account_id, scopes, allowed_ips, expires_at, revoked_at, digest,
         rate_limit_per_second, frozen_at is not null as is_frozen
    from api_key key
    join account on account.id = account_id
   where digest = any($1)`,
};

const REPLACE_DIGEST = `
  update api_key
     set digest = $4
   where id = $1
     and account_id = $2
     and digest = $3`;

const FIND = `
  select *
    from api_key
   where id = $1
     and account_id = $2
     for no key update`;

const LIST = `
  select *
    from api_key
   where account_id = $1
   order by created_at desc, id
   limit ${LISTED_MAX}`;

const COUNT_USABLE = `
  select count(*) as usable
    from api_key
   where account_id = $1
     and revoked_at is null
     and (expires_at is null or expires_at > $2)`;

const REVOKE = `
  update api_key
     set revoked_at = $3
   where id = $1
     and account_id = $2
     and revoked_at is null`;

const RENAME = `
  update api_key
     set name = $3
   where id = $1
     and account_id = $2`;

const REPLACE = `
  update api_key
     set replaced_by = $3, expires_at = $4
   where id = $1
     and account_id = $2`;

type RightsRow = {
  id: string;
  account_id: string;
  scopes: Scope[];
  allowed_ips: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
};
type FoundRow = RightsRow & {
  digest: Buffer;
  is_frozen: boolean;
  rate_limit_per_second: number | null;
};
type Row = RightsRow & {
  name: string;
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
  query_use_at: Date | null;
  replaced_by: string | null;
};

export function apiKeyStore(within: Within): Omit<ApiKeys, 'noteUses'> {
  return {
    async insert(key) {
      const { id, accountId, name, prefix, digest, scopes, createdAt, expiresAt, allowedIps } = key;
      const identity = [id, accountId, name, prefix, digest];
      const values = [...identity, scopes, createdAt, expiresAt, allowedIps];
      await within(accountId, (db) => db.query(INSERT, values));
    },
    async findByDigest(digests) {
      const query = { ...FIND_BY_DIGEST, values: [digests] };
      const { rows } = await within(EVERY_ACCOUNT, (db) => db.query<FoundRow>(query));
      const [row] = rows;
      if (!row) return null;
      const { digest, rate_limit_per_second: rateLimitPerSecond, is_frozen: isFrozen } = row;
      return { ...rightsFrom(row), digest, rateLimitPerSecond, isFrozen };
    },
    async replaceDigest({ id, accountId }, { from, to }) {
      await within(accountId, (db) => db.query(REPLACE_DIGEST, [id, accountId, from, to]));
    },
    async find({ id, accountId }) {
      const { rows } = await within(accountId, (db) => db.query<Row>(FIND, [id, accountId]));
      return rows[0] ? fromRow(rows[0]) : null;
    },
    async list(accountId) {
      const { rows } = await within(accountId, (db) => db.query<Row>(LIST, [accountId]));
      return rows.map(fromRow);
    },
    async countUsable(accountId, now) {
      const { rows } = await within(accountId, (db) =>
        db.query<{ usable: number }>(COUNT_USABLE, [accountId, now]),
      );
      return rows[0]?.usable ?? 0;
    },
    revoke: ({ id, accountId }, now) =>
      within(accountId, async (db) => {
        const { rowCount } = await db.query(REVOKE, [id, accountId, now]);
        if (rowCount === 1) return true;
        const existing = await db.query(FIND, [id, accountId]);
        return existing.rowCount === 1 ? false : null;
      }),
    async rename({ id, accountId }, name) {
      await within(accountId, (db) => db.query(RENAME, [id, accountId, name]));
    },
    async replace({ id, accountId }, { newId, expiresAt }) {
      await within(accountId, (db) => db.query(REPLACE, [id, accountId, newId, expiresAt]));
    },
  };
}

function rightsFrom(row: RightsRow): Omit<KeyRights, 'rateLimitPerSecond' | 'isFrozen'> {
  return {
    id: row.id,
    accountId: row.account_id,
    scopes: row.scopes,
    allowedIps: row.allowed_ips,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

function fromRow(row: Row): ApiKey {
  return {
    ...rightsFrom(row),
    name: row.name,
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    queryUseAt: row.query_use_at,
    replacedBy: row.replaced_by,
  };
}

// Rows are locked in the order of their ids, so that batches of several gateways cannot deadlock. A
// use that changes nothing writes nothing.
const NOTE_USES = `
  with used as (
         select id, max(used_at) as used_at, max(query_at) as query_at
           from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[])
                as reported (id, used_at, query_at)
          group by id),
       locked as (
         select id
           from api_key
          where id = any($1)
          order by id
            for no key update)
  update api_key key
     set last_used_at = greatest(key.last_used_at, used.used_at),
         query_use_at = greatest(key.query_use_at, used.query_at)
    from locked
    join used using (id)
   where key.id = locked.id
     and (key.last_used_at is null
          or key.last_used_at < used.used_at
          or used.query_at is not null
             and (key.query_use_at is null or key.query_use_at < used.query_at))`;

/** Records the use of keys of many accounts at once. */
export function noteKeyUses(within: Within): ApiKeys['noteUses'] {
  return async (uses) => {
    const values = [
      uses.map(({ keyId }) => keyId),
      uses.map(({ usedAt }) => usedAt),
      uses.map(({ usedAt, sentInQuery }) => (sentInQuery ? usedAt : null)),
    ];
    await within(EVERY_ACCOUNT, (db) => db.query(NOTE_USES, values));
  };
}
