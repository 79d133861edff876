import { resealAll } from '@entrada/platform/crypto/reseal-all';
import type { Pool } from 'pg';
import type { Resealing, SealedEndpoint, SealedSecrets } from '../ports/secrets.ts';

const differs = (column: string) => `substring(${column} for length($1::bytea)) <> $1`;

/** Deleted endpoints have no secrets. */
const OUTDATED = {
  name: 'outdated-secrets',
  text: `
  select id, sealed_secret, sealed_previous_secret, sealed_authorization
    from endpoint
   where deleted_at is null and id > $2
     and (${['sealed_secret', 'sealed_previous_secret', 'sealed_authorization'].map(differs).join(' or ')})
   order by id
   limit $3`,
};

const REPLACE = {
  name: 'replace-sealed',
  text: `
  update endpoint
     set sealed_secret = $2, sealed_previous_secret = $3, sealed_authorization = $4
   where id = $1 and sealed_secret = $5
     and sealed_previous_secret is not distinct from $6
     and sealed_authorization is not distinct from $7`,
};

type Row = {
  readonly id: string;
  readonly sealed_secret: Buffer;
  readonly sealed_previous_secret: Buffer | null;
  readonly sealed_authorization: Buffer | null;
};

export function resealingStore(pool: Pool): Resealing {
  const outdated = async (prefix: Buffer, after: string, limit: number) => {
    const { rows } = await pool.query<Row>({ ...OUTDATED, values: [prefix, after, limit] });
    return rows.map((row) => ({
      id: row.id,
      sealedSecret: row.sealed_secret,
      sealedPreviousSecret: row.sealed_previous_secret,
      sealedAuthorization: row.sealed_authorization,
    }));
  };
  const replace = async ({ id, ...before }: SealedEndpoint, after: SealedSecrets) => {
    const values = [after, before].flatMap((sealed) => [
      sealed.sealedSecret,
      sealed.sealedPreviousSecret,
      sealed.sealedAuthorization,
    ]);
    await pool.query({ ...REPLACE, values: [id, ...values] });
  };
  return {
    replaceOutdated: (prefix, resealed) =>
      resealAll({
        outdated: (after, limit) => outdated(prefix, after, limit),
        resealed,
        replace,
      }),
  };
}
