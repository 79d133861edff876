import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { Pool } from 'pg';
import type { ChainEnd, Checkpoint } from '../domain/checkpoint.ts';
import { PROOF_LENGTH_MAX } from '../domain/link-proof.ts';
import { PLATFORM_ID } from '../domain/posting.ts';
import type { Chain } from '../ports.ts';

/**
 * Ends to sign of holders whose chain grew lately: where it ends now, and on the way there every
 * so many links, so that no proof is longer than that. An end that is not the one the account
 * knows is not signed. Not prepared: a plan for any time whatever would read the whole table.
 */
const UNSIGNED = `
  with grown as materialized (
    select distinct holder_id from ledger_transaction where created_at >= $1
  ), signed as materialized (
    -- Materialized and without max(): with row-level security all links and checkpoints would be read.
    select grown.holder_id, coalesce(last.seq, 0) as seq
      from grown
      left join lateral (
        select seq from checkpoint where checkpoint.holder_id = grown.holder_id order by seq desc limit 1
      ) as last on true
     where grown.holder_id >= $3
  )
  select t.holder_id, t.seq, t.hash
    from signed
    join account on account.holder_id = signed.holder_id and account.seq > signed.seq
    join lateral (
      select holder_id, seq, hash from ledger_transaction t
       where t.holder_id = signed.holder_id and t.seq > signed.seq and t.seq <= account.seq
         and (t.seq = account.seq or t.seq % ${PROOF_LENGTH_MAX} = 0)
         and (t.seq < account.seq or t.hash = account.head)
       -- The limit keeps this a look into the index for each holder, however large the table.
       order by t.seq limit $2
    ) as t on true
   order by t.holder_id, t.seq
   limit $2`;

const INSERT = {
  name: 'insert-checkpoints',
  text: `
  insert into checkpoint (holder_id, seq, hash, signed_at, key_id, signature)
  select *
    from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::timestamptz[], $5::text[], $6::bytea[])
      on conflict do nothing`,
};

const COLUMNS = 'holder_id, seq, hash, signed_at, key_id, signature';

const COVERING = {
  name: 'find-checkpoint',
  text: `
  select ${COLUMNS} from checkpoint
   where holder_id = $1 and seq >= $2 order by seq limit 1`,
};

const BETWEEN = {
  name: 'read-checkpoints',
  text: `
  select ${COLUMNS} from checkpoint
   where holder_id = $1 and seq > $2 and ($3::bigint is null or seq <= $3) order by seq limit $4`,
};

const BY_KEY = {
  name: 'count-checkpoints',
  text: 'select key_id, count(*)::int as signed from checkpoint group by key_id order by key_id',
};

type Row = {
  holder_id: string;
  seq: number;
  hash: Buffer;
  signed_at: Date;
  key_id: string;
  signature: Buffer;
};

export type UnsignedEnd = Omit<ChainEnd, 'signedAt'>;

export async function findUnsigned(
  db: Pool,
  grownSince: Date,
  limit: number,
  fromHolderId = PLATFORM_ID,
): Promise<readonly UnsignedEnd[]> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<Row>({ text: UNSIGNED, values: [grownSince, limit, fromHolderId] }),
  );
  return rows.map(({ holder_id, seq, hash }) => ({ holderId: holder_id, seq, hash }));
}

export async function insertCheckpoints(
  db: Pool,
  checkpoints: readonly Checkpoint[],
): Promise<void> {
  const values = [
    checkpoints.map(({ holderId }) => holderId),
    checkpoints.map(({ seq }) => seq),
    checkpoints.map(({ hash }) => hash),
    checkpoints.map(({ signedAt }) => signedAt),
    checkpoints.map(({ keyId }) => keyId),
    checkpoints.map(({ signature }) => signature),
  ];
  await transactAs(db, EVERY_ACCOUNT, (tx) => tx.query({ ...INSERT, values }));
}

/** The first that covers a place on a holder's chain. */
export async function findCovering(
  db: Pool,
  holderId: string,
  seq: number,
): Promise<Checkpoint | null> {
  const { rows } = await transactAs(db, holderId, (tx) =>
    tx.query<Row>({ ...COVERING, values: [holderId, seq] }),
  );
  return rows[0] ? toCheckpoint(rows[0]) : null;
}

export async function readCheckpoints(
  db: Pool,
  range: Parameters<Chain['checkpoints']>[0],
): Promise<readonly Checkpoint[]> {
  const values = [range.holderId, range.afterSeq, range.toSeq, range.limit];
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<Row>({ ...BETWEEN, values }),
  );
  return rows.map(toCheckpoint);
}

export async function countByKey(db: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<{ key_id: string; signed: number }>(BY_KEY),
  );
  return new Map(rows.map(({ key_id, signed }) => [key_id, signed]));
}

function toCheckpoint(row: Row): Checkpoint {
  return {
    holderId: row.holder_id,
    seq: row.seq,
    hash: row.hash,
    signedAt: row.signed_at,
    keyId: row.key_id,
    signature: row.signature,
  };
}
