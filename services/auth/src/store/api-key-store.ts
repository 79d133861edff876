import { prepared } from '@entrada/platform/db/prepared';
import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { ApiKey, KeyRights } from '../domain/api-key.ts';
import { publishRevocation } from './revocations.ts';
import type { Within } from './within.ts';

const LISTED_MAX = 200;

const RIGHTS = `key.id, account_id as "accountId", scopes, allowed_ips as "allowedIps", expires_at as "expiresAt",
         revoked_at as "revokedAt"`;
/** A key as the domain names its parts. */
const COLUMNS = `${RIGHTS}, key.name, prefix, key.created_at as "createdAt", last_used_at as "lastUsedAt",
         query_use_at as "queryUseAt", replaced_by as "replacedBy"`;

const INSERT = `
  insert into api_key
    (id, account_id, name, prefix, digest, scopes, created_at, expires_at, allowed_ips)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const FIND_BY_DIGEST = `
  select ${RIGHTS}, digest, rate_limit_per_second as "rateLimitPerSecond",
         frozen_at is not null as "isFrozen"
    from api_key key
    join account on account.id = account_id
   where digest = any($1)`;

const REPLACE_DIGEST = `
  update api_key
     set digest = $4
   where id = $1
     and account_id = $2
     and digest = $3`;

const FIND = `
  select ${COLUMNS}
    from api_key key
   where id = $1
     and account_id = $2
     for no key update`;

/** Newest first. A key that works is never left out: more of them than an account may have fit. */
const LIST = `
  select * from (
    select ${COLUMNS}
      from api_key key
     where account_id = $1
     order by revoked_at is null and (expires_at is null or expires_at > now()) desc, created_at desc, id
     limit ${LISTED_MAX}) as listed
   order by "createdAt" desc, id`;

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

export type KeyUse = {
  readonly keyId: string;
  readonly usedAt: Date;
  readonly sentInQuery: boolean;
};
type OwnKey = { readonly id: string; readonly accountId: string };

export function apiKeyStore(within: Within) {
  return {
    async insert(key: ApiKey & { digest: Buffer }) {
      const { id, accountId, name, prefix, digest, scopes, createdAt, expiresAt, allowedIps } = key;
      const identity = [id, accountId, name, prefix, digest];
      const values = [...identity, scopes, createdAt, expiresAt, allowedIps];
      await within.run(accountId, INSERT, values);
    },
    /** By any of the digests it may be stored under, the current one first. */
    findByDigest: (digests: readonly Buffer[]) =>
      within.first<KeyRights & { digest: Buffer }>(
        EVERY_ACCOUNT,
        prepared(FIND_BY_DIGEST, [digests]),
      ),
    replaceDigest: ({ id, accountId }: OwnKey, { from, to }: { from: Buffer; to: Buffer }) =>
      within.run(accountId, REPLACE_DIGEST, [id, accountId, from, to]),
    /** Locks the key until the transaction ends. */
    find: ({ id, accountId }: OwnKey) => within.first<ApiKey>(accountId, FIND, [id, accountId]),
    list: (accountId: string) => within.rows<ApiKey>(accountId, LIST, [accountId]),
    async countUsable(accountId: string, now: Date) {
      type Count = { usable: number };
      return (await within.first<Count>(accountId, COUNT_USABLE, [accountId, now]))?.usable ?? 0;
    },
    /** True: revoked now. False: revoked before. Null: not a key of the account. */
    async revoke({ id, accountId }: OwnKey, now: Date) {
      if (await within.hits(accountId, REVOKE, [id, accountId, now])) {
        await publishRevocation(within, 'keyIds', [id]);
        return true;
      }
      return (await within.hits(accountId, FIND, [id, accountId])) ? false : null;
    },
    rename: ({ id, accountId }: OwnKey, name: string) =>
      within.run(accountId, RENAME, [id, accountId, name]),
    /** A key that ends now is revoked by that. */
    async replace(
      { id, accountId }: OwnKey,
      { newId, expiresAt }: { newId: string; expiresAt: Date },
      now: Date,
    ) {
      await within.run(accountId, REPLACE, [id, accountId, newId, expiresAt]);
      if (expiresAt <= now) await publishRevocation(within, 'keyIds', [id]);
    },
    /** Records the use of keys of many accounts at once. */
    async noteUses(uses: readonly KeyUse[]) {
      const values = [
        uses.map(({ keyId }) => keyId),
        uses.map(({ usedAt }) => usedAt),
        uses.map(({ usedAt, sentInQuery }) => (sentInQuery ? usedAt : null)),
      ];
      await within.run(EVERY_ACCOUNT, NOTE_USES, values);
    },
  };
}
