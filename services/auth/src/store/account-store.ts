import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { Account, Language } from '../domain/account.ts';
import type { Within } from './within.ts';

/** Of a statement that reads from `account`. */
export const ACCOUNT_COLUMNS = `
         account.id as account_id, email, name, display_name, account.created_at as account_created_at,
         email_confirmed_at, language, frozen_at,
         exists (select from two_factor
                  where two_factor.account_id = account.id
                    and confirmed_at is not null) as two_factor,
         (select count(*) from recovery_code
           where recovery_code.account_id = account.id) as recovery_codes_left`;

export type AccountRow = {
  account_id: string;
  email: string;
  name: string;
  display_name: string | null;
  account_created_at: Date;
  email_confirmed_at: Date | null;
  language: Language | null;
  two_factor: boolean;
  recovery_codes_left: number;
  frozen_at: Date | null;
};

export function accountFrom(row: AccountRow): Account {
  return {
    id: row.account_id,
    email: row.email,
    name: row.name,
    displayName: row.display_name,
    createdAt: row.account_created_at,
    emailConfirmedAt: row.email_confirmed_at,
    language: row.language,
    twoFactor: row.two_factor,
    recoveryCodesLeft: row.recovery_codes_left,
    frozenAt: row.frozen_at,
  };
}

const INSERT = `
  insert into account (id, email, name, language, password_hash, created_at)
  values ($1, $2, $3, $4, $5, $6)
      on conflict do nothing`;

const FIND = `
  select ${ACCOUNT_COLUMNS}, password_hash
    from account
   where id = $1`;

const UNKNOWN_AMONG = `
  select asked.id
    from unnest($1::uuid[]) as asked (id)
   where not exists (select from account where account.id = asked.id)`;

/** Others are too late to log in until they confirm the address. */
const CLAIMANTS_MAX = 100;
const CLAIMANTS = `
  select ${ACCOUNT_COLUMNS}, password_hash
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
  select password_hash
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

type Row = AccountRow & { password_hash: string };

export type Credentials = { readonly account: Account; readonly passwordHash: string };

export function accountStore(within: Within) {
  const claimants = (email: string): Promise<Row[]> =>
    within(EVERY_ACCOUNT, async (db) => (await db.query<Row>(CLAIMANTS, [email])).rows);
  const rowOf = async (by: { email: string } | { id: string }): Promise<Row | undefined> =>
    'id' in by
      ? within(by.id, async (db) => (await db.query<Row>(FIND, [by.id])).rows[0])
      : (await claimants(by.email))[0];
  return {
    /** False when the id is taken. */
    insert: (account: Account & { passwordHash: string }) =>
      within(account.id, async (db) => {
        const { id, email, name, language, passwordHash, createdAt } = account;
        const values = [id, email, name, language, passwordHash, createdAt];
        const { rowCount } = await db.query(INSERT, values);
        return rowCount === 1;
      }),
    /** The accounts with this address: the one that confirmed it first, then the oldest ones. */
    claimants: async (email: string) => (await claimants(email)).map(credentialsFrom),
    /** Nobody else signs up with the address or confirms it until the transaction ends. */
    async lockAddress(email: string) {
      await within(EVERY_ACCOUNT, (db) => db.query(LOCK_ADDRESS, [email]));
    },
    /** Whether another account confirmed the address of this one. */
    lostAddress: (id: string) =>
      within(EVERY_ACCOUNT, async (db) => (await db.query(LOST_ADDRESS, [id])).rowCount === 1),
    async find(id: string) {
      const row = await rowOf({ id });
      return row ? accountFrom(row) : null;
    },
    /** The ids that no account has. */
    async unknownAmong(ids: readonly string[]) {
      const { rows } = await within(EVERY_ACCOUNT, (db) =>
        db.query<{ id: string }>(UNKNOWN_AMONG, [ids]),
      );
      return rows.map(({ id }) => id);
    },
    /** Of the first claimant, where the address is given. */
    async findCredentials(by: { email: string } | { id: string }) {
      const row = await rowOf(by);
      return row ? credentialsFrom(row) : null;
    },
    /** False when the hash is no longer the one given, so that of two changes one wins. */
    replacePassword: (id: string, { from, to }: { from: string; to: string }) =>
      within(id, async (db) => {
        const { rowCount } = await db.query(REPLACE_PASSWORD, [id, from, to]);
        return rowCount === 1;
      }),
    /** Locks the account until the transaction ends. False: no such account. */
    lock: (id: string) => within(id, async (db) => (await db.query(LOCK, [id])).rowCount === 1),
    /** Locks the account until the transaction ends and returns the hash of its password; null: no such account. */
    lockPassword: (id: string) =>
      within(id, async (db) => {
        const { rows } = await db.query<Pick<Row, 'password_hash'>>(LOCK_PASSWORD, [id]);
        return rows[0]?.password_hash ?? null;
      }),
    /** The first time counts. False: another account confirmed the address. Needs the lock of the address. */
    confirmEmail: (id: string, at: Date) =>
      within(EVERY_ACCOUNT, async (db) => (await db.query(CONFIRM_EMAIL, [id, at])).rowCount === 1),
    async update(account: Pick<Account, 'id' | 'name' | 'language' | 'displayName'>) {
      const { id, name, language, displayName } = account;
      await within(id, (db) => db.query(UPDATE, [id, name, language, displayName]));
    },
    ...operatorChanges(within),
  };
}

function operatorChanges(within: Within) {
  return {
    /** False: it was so before. Null: no such account. */
    setFrozen: (id: string, isFrozen: boolean, at: Date) =>
      within(id, async (db) => {
        if ((await db.query(LOCK, [id])).rowCount === 0) return null;
        return (await db.query(SET_FROZEN, [id, isFrozen, at])).rowCount === 1;
      }),
    /** Returns the previous limit; null: the deployment's default. Undefined: no such account. */
    setRateLimit: (id: string, perSecond: number | null) =>
      within(id, async (db) => {
        type Before = { before: number | null };
        return (await db.query<Before>(SET_RATE_LIMIT, [id, perSecond])).rows[0]?.before;
      }),
  };
}

function credentialsFrom(row: Row): Credentials {
  return { account: accountFrom(row), passwordHash: row.password_hash };
}
