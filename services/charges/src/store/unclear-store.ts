import { prepared } from '@entrada/platform/db/prepared';
import { rowParameters } from '@entrada/platform/db/row-parameters';
import type { Pool } from 'pg';
import type { SetAside, UnclearPayment, UnclearReport } from '../domain/unclear.ts';

/** A bank that answers again is used within this time. */
const RETRY_MAX = `interval '15 minutes'`;
const RETRY_FIRST = `interval '5 seconds'`;
/** A payment that is listed every few seconds is not written each time. */
const SEEN_EVERY = `interval '1 minute'`;

/** As the domain names them; none is about a window. */
const COLUMNS = `id, end_to_end_id as "endToEndId", txid, paid_cents as "paidCents", paid_at as "paidAt", problem,
         first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt", attempts,
         next_attempt_at as "nextAttemptAt", null as "window"`;

const ASIDE = rowParameters({
  id: 'text',
  endToEndId: 'text',
  txid: 'text',
  paidCents: 'bigint',
  paidAt: 'timestamptz',
  problem: 'text',
  attempts: 'integer',
  nextAttemptAt: 'timestamptz',
});

/**
 * What is set aside already keeps its schedule, unless a clock that was set back made it too late. Returns that were
 * read and are unreadable again begin anew.
 */
const SET_ASIDE = `
  insert into unclear_payment as known (${ASIDE.columns}, first_seen_at, last_seen_at)
  select *, $9, $9 from ${ASIDE.rows}
      on conflict (id) do update
     set problem = excluded.problem,
         last_seen_at = excluded.last_seen_at,
         attempts = case when known.resolved_at is null
                         then greatest(known.attempts, excluded.attempts)
                         else excluded.attempts end,
         txid = coalesce(excluded.txid, known.txid),
         paid_cents = coalesce(excluded.paid_cents, known.paid_cents),
         paid_at = coalesce(excluded.paid_at, known.paid_at),
         next_attempt_at = case when known.resolved_at is null
                                then least(known.next_attempt_at, excluded.last_seen_at + ${RETRY_MAX})
                                else excluded.next_attempt_at end,
         resolved_at = null
   where known.resolved_at is null
      or (not known.dismissed and known.id <> known.end_to_end_id)`;

const LISTED = rowParameters({
  endToEndId: 'text',
  txid: 'text',
  paidCents: 'bigint',
  paidAt: 'timestamptz',
});
const SEEN = `
  update unclear_payment as known
     set last_seen_at = $5, txid = one.txid, paid_cents = one.paid_cents, paid_at = one.paid_at
    from ${LISTED.rows} as one (${LISTED.columns})
   where known.id = one.end_to_end_id
     and known.resolved_at is null
     and (known.last_seen_at < $5::timestamptz - ${SEEN_EVERY}
          or (known.txid, known.paid_cents) is distinct from (one.txid, one.paid_cents))`;

const FILTER = 'select id from unclear_payment where id = any($1::text[])';

const CLAIM_DUE = `
  update unclear_payment
     set attempts = attempts + 1,
         next_attempt_at = $1::timestamptz + least(${RETRY_MAX}, ${RETRY_FIRST} * power(2, least(attempts, 20)))
   where id = any (array(
           select id from unclear_payment
            where resolved_at is null and next_attempt_at <= $1
            order by next_attempt_at
            limit $2
              for update skip locked))
  returning ${COLUMNS}`;

const OF_TXID = `select ${COLUMNS} from unclear_payment where txid = $1 and resolved_at is null`;

const FIND = `select ${COLUMNS} from unclear_payment where id = $1 and resolved_at is null`;

const RESOLVE = 'update unclear_payment set resolved_at = $2 where id = $1 and resolved_at is null';

const DISMISS = `
  update unclear_payment set resolved_at = $2, dismissed = true where id = $1 and resolved_at is null`;

const LIST = `
  select ${COLUMNS} from unclear_payment
   where resolved_at is null
   order by first_seen_at, id
   limit $1`;

const COUNT = 'select count(*) as total from unclear_payment where resolved_at is null';

/** Payments that could not be confirmed yet. Storing a payment resolves it, in the same commit. */
export function unclearStore(db: Pool) {
  const read = async (text: string, values: unknown[]) =>
    (await db.query<UnclearPayment>(prepared(text, values))).rows;
  return {
    async setAside(payments: readonly SetAside[], at: Date): Promise<void> {
      const unique = uniqueById(payments);
      if (unique.length > 0) await db.query(prepared(SET_ASIDE, [...ASIDE.values(unique), at]));
    },
    /** The bank still lists these; what it says of them now counts. */
    async noteSeen(payments: readonly UnclearReport[], at: Date): Promise<void> {
      if (payments.length === 0) return;
      await db.query(prepared(SEEN, [...LISTED.values(payments), at]));
    },
    /** Those of the ids that were ever set aside. */
    async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set();
      const { rows } = await db.query<{ id: string }>(prepared(FILTER, [ids]));
      return new Set(rows.map(({ id }) => id));
    },
    /** Each goes to one caller, counts as an attempt and comes due again later. */
    claimDue: (now: Date, limit: number) => read(CLAIM_DUE, [now, limit]),
    find: async (endToEndId: string) => (await read(FIND, [endToEndId]))[0] ?? null,
    ofTxid: (txid: string) => read(OF_TXID, [txid]),
    async resolve(id: string, at: Date): Promise<void> {
      await db.query(prepared(RESOLVE, [id, at]));
    },
    /** Resolves it for good: also what the bank repeats is not set aside again. False when there is none. */
    async dismiss(id: string, at: Date): Promise<boolean> {
      const { rowCount } = await db.query(DISMISS, [id, at]);
      return rowCount === 1;
    },
    /** Longest unclear first. */
    async list(limit: number) {
      const payments = await read(LIST, [limit]);
      const { rows } = await db.query<{ total: number }>(COUNT);
      return { payments, total: rows[0]?.total ?? payments.length };
    },
  };
}

function uniqueById(payments: readonly SetAside[]): SetAside[] {
  return [...new Map(payments.map((payment) => [payment.id, payment])).values()];
}
