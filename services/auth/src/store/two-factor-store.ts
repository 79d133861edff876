import { resealAll } from '@entrada/platform/crypto/seal';
import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import { Secret, TOTP } from 'otpauth';
import type { TwoFactor } from '../domain/two-factor.ts';
import type { Resealing, SealedTwoFactor, Totp, TwoFactors } from '../ports.ts';
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

export function twoFactorStore(within: Within): TwoFactors {
  return {
    async find(accountId) {
      const { rows } = await within(accountId, (db) => db.query<TwoFactor>(FIND, [accountId]));
      return rows[0] ?? null;
    },
    async begin(accountId, sealedSecret, at) {
      await within(accountId, (db) => db.query(BEGIN, [accountId, sealedSecret, at]));
    },
    async confirm(accountId, step, at) {
      await within(accountId, (db) => db.query(CONFIRM, [accountId, at, step]));
    },
    async takeStep(accountId, step) {
      const { rowCount } = await within(accountId, (db) => db.query(TAKE_STEP, [accountId, step]));
      return rowCount === 1;
    },
    async remove(accountId) {
      const { rowCount } = await within(accountId, async (db) => {
        await db.query(REMOVE_CODES, [accountId]);
        return db.query(REMOVE, [accountId]);
      });
      return rowCount === 1;
    },
    async replaceRecoveryCodes(accountId, digests) {
      await within(accountId, async (db) => {
        await db.query(REMOVE_CODES, [accountId]);
        await db.query(INSERT_CODES, [accountId, digests]);
      });
    },
    async takeRecoveryCode(accountId, digests) {
      const { rowCount } = await within(accountId, (db) =>
        db.query(TAKE_CODE, [accountId, digests]),
      );
      return rowCount === 1;
    },
  };
}

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

export function resealingStore(within: Within): Resealing {
  return {
    replaceOutdated: (prefix, resealed) =>
      resealAll<SealedTwoFactor, Buffer>({
        async outdated(after, limit) {
          const { rows } = await within(EVERY_ACCOUNT, (db) =>
            db.query<SealedTwoFactor>(OUTDATED, [prefix, after, limit]),
          );
          return rows;
        },
        resealed,
        async replace({ id, sealedSecret: before }, after) {
          await within(id, (db) => db.query(REPLACE_SECRET, [id, after, before]));
        },
      }),
  };
}

const ISSUER = 'Entrada';
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of phones differ: the code before and the one after count too. */
const STEPS_AROUND = 1;

/** What every authenticator app understands: SHA-1, six digits, thirty seconds. */
export function openTotp(): Totp {
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
    urlOf: (secret, email) => totpOf(secret, email).toString(),
    stepOf(secret, digits, at) {
      const timestamp = at.getTime();
      const delta = totpOf(secret).validate({ token: digits, timestamp, window: STEPS_AROUND });
      return delta === null ? null : Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta;
    },
  };
}
