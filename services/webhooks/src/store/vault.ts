import { type SealingKeys, sealingKeys } from '@entrada/platform/crypto/seal';
import { prepared } from '@entrada/platform/db/prepared';
import type { Pool } from 'pg';
import type { SealedEndpoint, SealedSecrets } from '../domain/endpoint.ts';

/** Opened secrets are cached, because every attempt needs one. */
const OPENED_MAX = 10_000;

/** `previous` is the key before the current one, or the one that will follow it: both are opened with. */
export function endpointVault(current: Buffer, previous?: Buffer): SealingKeys {
  const { seal, open, resealAll } = sealingKeys(current, previous);
  const rowOf = (name: string) => `webhooks.endpoint/${name}`;
  const opened = new Map<string, string>();
  return {
    seal: (name, secret) => seal(rowOf(name), secret),
    open(name, sealed) {
      // With the name, so that a secret still opens under no other name.
      const known = `${name} ${sealed.toString('latin1')}`;
      const before = opened.get(known);
      if (before !== undefined) return before;
      const secret = open(rowOf(name), sealed);
      if (opened.size >= OPENED_MAX) opened.clear();
      opened.set(known, secret);
      return secret;
    },
    resealAll,
  };
}

const differs = (column: string) => `substring(${column} for length($1::bytea)) <> $1`;

/** Deleted endpoints have no secrets. */
const OUTDATED = `
  select id, sealed_secret as "sealedSecret", sealed_previous_secret as "sealedPreviousSecret",
         sealed_authorization as "sealedAuthorization"
    from endpoint
   where deleted_at is null and id > $2
     and (${['sealed_secret', 'sealed_previous_secret', 'sealed_authorization'].map(differs).join(' or ')})
   order by id
   limit $3`;

const REPLACE = `
  update endpoint
     set sealed_secret = $2, sealed_previous_secret = $3, sealed_authorization = $4
   where id = $1 and sealed_secret = $5
     and sealed_previous_secret is not distinct from $6
     and sealed_authorization is not distinct from $7`;

/** Endpoints with a secret that does not begin with the prefix. */
export function resealingStore(pool: Pool) {
  return {
    async outdated(prefix: Buffer, after: string, limit: number) {
      const values = [prefix, after, limit];
      return (await pool.query<SealedEndpoint>(prepared(OUTDATED, values))).rows;
    },
    async replace({ id, ...before }: SealedEndpoint, after: SealedSecrets): Promise<void> {
      const values = [after, before].flatMap((sealed) => [
        sealed.sealedSecret,
        sealed.sealedPreviousSecret,
        sealed.sealedAuthorization,
      ]);
      await pool.query(prepared(REPLACE, [id, ...values]));
    },
  };
}
