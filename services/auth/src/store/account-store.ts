import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { Account } from '../domain/account.ts';
import { publishRevocation } from './revocations.ts';
import type { Within } from './within.ts';

/** Of a statement that reads from `account`, as the domain names its parts; two have names that a session has, too. */
export const ACCOUNT_COLUMNS = `
         account.id as "accountId", account.created_at as "accountCreatedAt", email, name,
         display_name as "displayName", email_confirmed_at as "emailConfirmedAt", language,
         frozen_at as "frozenAt",
         exists (select from two_factor
                  where two_factor.account_id = account.id
                    and confirmed_at is not null) as "twoFactor",
         (select count(*) from recovery_code
           where recovery_code.account_id = account.id) as "recoveryCodesLeft"`;

export type AccountRow = Omit<Account, 'id' | 'createdAt'> & {
  readonly accountId: string;
  readonly accountCreatedAt: Date;
};

export function accountFrom({ accountId: id, accountCreatedAt: createdAt, ...row }: AccountRow) {
  return { ...row, id, createdAt } satisfies Account;
}

const INSERT = `
  insert into account (id, email, name, language, password_hash, created_at)
  values ($1, $2, $3, $4, $5, $6)
      on conflict do nothing`;

const FIND = `
  select ${ACCOUNT_COLUMNS}, password_hash as "passwordHash"
    from account
   where id = $1`;

const UNKNOWN_AMONG = `
  select asked.id
    from unnest($1::uuid[]) as asked (id)
   where not exists (select from account where account.id = asked.id)`;

/** Others are too late to log in until they confirm the address. */
const CLAIMANTS_MAX = 100;
const CLAIMANTS = `
  select ${ACCOUNT_COLUMNS}, password_hash as "passwordHash"
    from account
   where email = $1
   order by email_confirmed_at is null, account.created_at, account.id
   limit ${CLAIMANTS_MAX}`;

const LOCK_ADDRESS = `select pg_advisory_xact_lock(hashtextextended('address ' || $1, 0))`;

const LOST_ADDRESS = `
  select from account as other
    join account on account.email = other.email
   where account.id = $1
     and other.id <> $1
     and other.email_confirmed_at is not null`;

const REPLACE_PASSWORD = `
  update account
     set password_hash = $3
   where id = $1
     and password_hash = $2`;

const LOCK = `
  select from account
   where id = $1
     for no key update`;

const LOCK_PASSWORD = `
  select password_hash as "passwordHash"
    from account
   where id = $1
     for no key update`;

const CONFIRM_EMAIL = `
  update account
     set email_confirmed_at = coalesce(email_confirmed_at, $2)
   where id = $1
     and not exists (${LOST_ADDRESS})`;

const UPDATE = `
  update account
     set name = $2, language = $3, display_name = $4
   where id = $1`;

const SET_RATE_LIMIT = `
  update account
     set rate_limit_per_second = $2
    from (select rate_limit_per_second as before from account where id = $1 for update) as old
   where id = $1
  returning before`;

const SET_FROZEN = `
  update account
     set frozen_at = case when $2 then $3::timestamptz end, freeze_changed_at = $3
    from (select frozen_at is not null as before from account where id = $1 for update) as old
   where id = $1
     and before <> $2`;

type Row = AccountRow & { readonly passwordHash: string };

export type Credentials = { readonly account: Account; readonly passwordHash: string };

export function accountStore(within: Within) {
  const claimants = async (email: string): Promise<Credentials[]> =>
    (await within.rows<Row>(EVERY_ACCOUNT, CLAIMANTS, [email])).map(credentialsFrom);
  const credentialsOf = async (id: string): Promise<Credentials | null> => {
    const row = await within.first<Row>(id, FIND, [id]);
    return row && credentialsFrom(row);
  };
  return {
    /** False when the id is taken. */
    insert(account: Account & { passwordHash: string }) {
      const { id, email, name, language, passwordHash, createdAt } = account;
      return within.hits(id, INSERT, [id, email, name, language, passwordHash, createdAt]);
    },
    /** The accounts with this address: the one that confirmed it first, then the oldest ones. */
    claimants,
    /** Nobody else signs up with the address or confirms it until the transaction ends. */
    lockAddress: (email: string) => within.run(EVERY_ACCOUNT, LOCK_ADDRESS, [email]),
    /** Whether another account confirmed the address of this one. */
    lostAddress: (id: string) => within.hits(EVERY_ACCOUNT, LOST_ADDRESS, [id]),
    find: async (id: string) => (await credentialsOf(id))?.account ?? null,
    /** The ids that no account has. */
    async unknownAmong(ids: readonly string[]) {
      const rows = await within.rows<{ id: string }>(EVERY_ACCOUNT, UNKNOWN_AMONG, [ids]);
      return rows.map(({ id }) => id);
    },
    /** Of the first claimant, where the address is given. */
    findCredentials: async (by: { email: string } | { id: string }) =>
      'id' in by ? credentialsOf(by.id) : ((await claimants(by.email))[0] ?? null),
    /** False when the hash is no longer the one given, so that of two changes one wins. */
    replacePassword: (id: string, { from, to }: { from: string; to: string }) =>
      within.hits(id, REPLACE_PASSWORD, [id, from, to]),
    /** Locks the account until the transaction ends. False: no such account. */
    lock: (id: string) => within.hits(id, LOCK, [id]),
    /** Locks the account until the transaction ends and returns the hash of its password; null: no such account. */
    lockPassword: async (id: string) =>
      (await within.first<Pick<Row, 'passwordHash'>>(id, LOCK_PASSWORD, [id]))?.passwordHash ??
      null,
    /** The first time counts. False: another account confirmed the address. Needs the lock of the address. */
    confirmEmail: (id: string, at: Date) => within.hits(EVERY_ACCOUNT, CONFIRM_EMAIL, [id, at]),
    update: ({ id, name, language, displayName }: AccountUpdate) =>
      within.run(id, UPDATE, [id, name, language, displayName]),
    /** False: it was so before. Null: no such account. */
    async setFrozen(id: string, isFrozen: boolean, at: Date) {
      if (!(await within.hits(id, LOCK, [id]))) return null;
      const isChanged = await within.hits(id, SET_FROZEN, [id, isFrozen, at]);
      if (isChanged) await publishRevocation(within, 'accountIds', [id]);
      return isChanged;
    },
    /** Returns the previous limit; null: the deployment's default. Undefined: no such account. */
    async setRateLimit(id: string, perSecond: number | null) {
      type Before = { before: number | null };
      return (await within.first<Before>(id, SET_RATE_LIMIT, [id, perSecond]))?.before;
    },
  };
}

type AccountUpdate = Pick<Account, 'id' | 'name' | 'language' | 'displayName'>;

function credentialsFrom({ passwordHash, ...row }: Row): Credentials {
  return { account: accountFrom(row), passwordHash };
}
