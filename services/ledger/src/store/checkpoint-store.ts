import { prepared } from '@entrada/platform/db/prepared';
import { prune } from '@entrada/platform/db/prune';
import { rowParameters } from '@entrada/platform/db/row-parameters';
import { EVERY_ACCOUNT, queryAs } from '@entrada/platform/db/scope';
import type { Pool, QueryResultRow } from 'pg';
import type { ChainEnd, Checkpoint } from '../domain/checkpoint.ts';
import { PROOF_LENGTH_MAX } from '../domain/link-proof.ts';
import { PLATFORM_ID } from '../domain/posting.ts';

/**
 * Ends to sign of holders whose chain grew lately: where it ends now, and on the way there every
 * so many links, so that no proof is longer than that. An end that is not the one the account
 * knows is not signed.
 */
const unsignedOf = (grown: string) => `
  with grown as materialized (
    ${grown}
  ), signed as materialized (
    -- Materialized and without max(): with row-level security all links and checkpoints would be read.
    select grown.holder_id, coalesce(last.seq, 0) as seq
      from grown
      left join lateral (
        select seq from checkpoint where checkpoint.holder_id = grown.holder_id order by seq desc limit 1
      ) as last on true
     where grown.holder_id >= $2
  )
  select t.holder_id as "holderId", t.seq, t.hash
    from signed
    join account on account.holder_id = signed.holder_id and account.seq > signed.seq
    join lateral (
      select holder_id, seq, hash from ledger_transaction t
       where t.holder_id = signed.holder_id and t.seq > signed.seq and t.seq <= account.seq
         and (t.seq = account.seq or t.seq % ${PROOF_LENGTH_MAX} = 0)
         and (t.seq < account.seq or t.hash = account.head)
       -- The limit keeps this a look into the index for each holder, however large the table.
       order by t.seq limit $1
    ) as t on true
   order by t.holder_id, t.seq
   limit $1`;
const UNSIGNED_GROWN = unsignedOf(
  'select distinct holder_id from ledger_transaction where created_at >= $3',
);
/** Found without reading every transaction. */
const UNSIGNED_OF_ALL = unsignedOf('select holder_id from account where seq > 0');

const SIGNED = rowParameters({
  holderId: 'uuid',
  seq: 'bigint',
  hash: 'bytea',
  signedAt: 'timestamptz',
  keyId: 'text',
  signature: 'bytea',
});
const INSERT = `
  insert into checkpoint (${SIGNED.columns}) select * from ${SIGNED.rows} on conflict do nothing`;

const COVERING = `
  select ${SIGNED.named} from checkpoint
   where holder_id = $1 and seq >= $2 order by seq limit 1`;

const BETWEEN = `
  select ${SIGNED.named} from checkpoint
   where holder_id = $1 and seq > $2 and ($3::bigint is null or seq <= $3) order by seq limit $4`;

const BY_KEY =
  'select key_id, count(*)::int as signed from checkpoint group by key_id order by key_id';

/**
 * Of the checkpoints those stay that keep proofs short: every so many links, and the last. Entries and transactions are
 * kept without end; outbox and inbox are pruned where they are used.
 */
const OLD_CHECKPOINTS = `
  delete from checkpoint
    where ctid = any (array(
            select ctid from checkpoint as old
             where signed_at < now() - interval '7 days'
               and seq % ${PROOF_LENGTH_MAX} <> 0
               and exists (select from checkpoint as later
                            where later.holder_id = old.holder_id
                              and later.seq > old.seq and later.seq <= old.seq - old.seq % ${PROOF_LENGTH_MAX} + ${PROOF_LENGTH_MAX})
             limit $1))`;

type Range = {
  readonly holderId: string;
  readonly afterSeq: number;
  /** Null: to the last one. */
  readonly toSeq: number | null;
  readonly limit: number;
};

/** Our signatures under the chains. */
export function checkpointStore(db: Pool) {
  const readAll = <R extends QueryResultRow>(text: string, values: unknown[] = []) =>
    queryAs<R>(db, EVERY_ACCOUNT, prepared(text, values)).then(({ rows }) => rows);
  return {
    /** The first one at or after a place. */
    async covering(holderId: string, seq: number): Promise<Checkpoint | null> {
      return (await readAll<Checkpoint>(COVERING, [holderId, seq]))[0] ?? null;
    },
    between: ({ holderId, afterSeq, toSeq, limit }: Range) =>
      readAll<Checkpoint>(BETWEEN, [holderId, afterSeq, toSeq, limit]),
    /**
     * Ends, and places on the way there, of chains that grew since then, or of all, and are not signed, in the order of
     * their holders' ids, from the given one on.
     */
    unsignedEnds(grownSince: Date | null, limit: number, fromHolderId: string | null = null) {
      const values = [limit, fromHolderId ?? PLATFORM_ID];
      return grownSince
        ? readAll<UnsignedEnd>(UNSIGNED_GROWN, [...values, grownSince])
        : readAll<UnsignedEnd>(UNSIGNED_OF_ALL, values);
    },
    async save(checkpoints: readonly Checkpoint[]): Promise<void> {
      await readAll(INSERT, SIGNED.values(checkpoints));
    },
    /** How many each key signed, by its id. */
    async signedByKey(): Promise<ReadonlyMap<string, number>> {
      const rows = await readAll<{ key_id: string; signed: number }>(BY_KEY);
      return new Map(rows.map(({ key_id, signed }) => [key_id, signed]));
    },
    prune: () => prune(db, OLD_CHECKPOINTS),
  };
}
type UnsignedEnd = Omit<ChainEnd, 'signedAt'>;
