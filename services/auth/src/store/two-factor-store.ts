import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import { Secret, TOTP } from 'otpauth';
import type { TwoFactor } from '../domain/two-factor.ts';
import type { Within } from './within.ts';

const FIND = `
  select sealed_secret as "sealedSecret", confirmed_at as "confirmedAt", last_step as "lastStep"
    from two_factor
   where account_id = $1
     for update`;

const BEGIN = `
  insert into two_factor (account_id, sealed_secret, created_at, last_step)
  values ($1, $2, $3, 0)
      on conflict (account_id) do update
     set sealed_secret = $2, created_at = $3
   where two_factor.confirmed_at is null`;

const CONFIRM = `
  update two_factor
     set confirmed_at = $2, last_step = $3
   where account_id = $1`;

const TAKE_STEP = `
  update two_factor
     set last_step = $2
   where account_id = $1
     and last_step < $2`;

const REMOVE = `
  delete from two_factor
   where account_id = $1`;

const REMOVE_CODES = `
  delete from recovery_code
   where account_id = $1`;

const INSERT_CODES = `
  insert into recovery_code (account_id, digest)
  select $1, unnest($2::bytea[])`;

const TAKE_CODE = `
  delete from recovery_code
   where account_id = $1
     and digest = any($2::bytea[])`;

const OUTDATED = `
  select account_id as id, sealed_secret as "sealedSecret"
    from two_factor
   where account_id > $2
     and substring(sealed_secret for length($1::bytea)) <> $1
   order by account_id
   limit $3`;

const REPLACE_SECRET = `
  update two_factor
     set sealed_secret = $2
   where account_id = $1
     and sealed_secret = $3`;

/** Of the account with this id. */
export type SealedTwoFactor = { readonly id: string; readonly sealedSecret: Buffer };

export function twoFactorStore(within: Within) {
  return {
    /** Locks it until the transaction ends. */
    find: (accountId: string) => within.first<TwoFactor>(accountId, FIND, [accountId]),
    /** Replaces a secret that was not confirmed. */
    begin: (accountId: string, sealedSecret: Buffer, at: Date) =>
      within.run(accountId, BEGIN, [accountId, sealedSecret, at]),
    confirm: (accountId: string, step: number, at: Date) =>
      within.run(accountId, CONFIRM, [accountId, at, step]),
    /** False: a code of this time step, or a later one, was accepted before. */
    takeStep: (accountId: string, step: number) =>
      within.hits(accountId, TAKE_STEP, [accountId, step]),
    /** The secret and the recovery codes. False: there was none. */
    async remove(accountId: string) {
      await within.run(accountId, REMOVE_CODES, [accountId]);
      return within.hits(accountId, REMOVE, [accountId]);
    },
    async replaceRecoveryCodes(accountId: string, digests: readonly Buffer[]) {
      await within.run(accountId, REMOVE_CODES, [accountId]);
      await within.run(accountId, INSERT_CODES, [accountId, digests]);
    },
    /** False: unknown, or used before. */
    takeRecoveryCode: (accountId: string, digests: readonly Buffer[]) =>
      within.hits(accountId, TAKE_CODE, [accountId, digests]),
    /** Secrets that do not begin with the prefix. */
    outdated: (prefix: Buffer, after: string, limit: number) =>
      within.rows<SealedTwoFactor>(EVERY_ACCOUNT, OUTDATED, [prefix, after, limit]),
    replace: ({ id, sealedSecret }: SealedTwoFactor, after: Buffer) =>
      within.run(id, REPLACE_SECRET, [id, after, sealedSecret]),
  };
}

const ISSUER = 'Entrada';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones differ: the code before and the one after count too. */
const STEPS_AROUND = 1;

/** What every authenticator app understands: SHA-1, six digits, thirty seconds. */
export function openTotp() {
  const totpOf = (secret: string, label = '') =>
    new TOTP({
      issuer: ISSUER,
      label,
      secret: Secret.fromBase32(secret),
      digits: DIGITS,
      period: STEP_SECONDS,
    });
  return {
    newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
    /** What an app reads from a QR code. */
    urlOf: (secret: string, email: string) => totpOf(secret, email).toString(),
    /** The time step that the code belongs to; null: it is wrong. */
    stepOf(secret: string, digits: string, at: Date) {
      const timestamp = at.getTime();
      const delta = totpOf(secret).validate({ token: digits, timestamp, window: STEPS_AROUND });
      return delta === null ? null : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta;
    },
  };
}
