import { resealAll } from '@entrada/platform/crypto/reseal-all';
import { EVERY_ACCOUNT } from '@entrada/platform/db/scope';
import type { Resealing, SealedTwoFactor } from '../ports/two-factor.ts';
import type { Within } from './within.ts';

const OUTDATED = `
  select account_id as id, sealed_secret as "sealedSecret"
    from two_factor
   where account_id > $2
     and substring(sealed_secret for length($1::bytea)) <> $1
   order by account_id
   limit $3`;

const REPLACE = `
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
          await within(id, (db) => db.query(REPLACE, [id, after, before]));
        },
      }),
  };
}
