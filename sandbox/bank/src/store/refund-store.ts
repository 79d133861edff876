import { prepared } from '@entrada/platform/db/prepared';
import type { ClientBase, Pool } from 'pg';
import type { NewRefund, Refund } from '../domain/refund.ts';

/** A refund as the domain names its parts. */
const COLUMNS = `end_to_end_id as "endToEndId", id, rtr_id as "rtrId", origin, natureza, value_cents as "valueCents", status,
         requested_at as "requestedAt", settled_at as "settledAt"`;

const INSERT = `
  insert into refund
    (end_to_end_id, id, rtr_id, origin, natureza, value_cents, status, requested_at, settled_at,
     settles_at, settles_as)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning ${COLUMNS}`;

const FIND = `select ${COLUMNS} from refund where end_to_end_id = $1 and id = $2`;

const OF = `select ${COLUMNS} from refund where end_to_end_id = any($1) order by sequence`;

const SETTLE_DUE = `
  update refund
     set status = settles_as, settled_at = $1
   where sequence in (
         select sequence
           from refund
          where status = 'EM_PROCESSAMENTO'
            and settles_at <= $1
          order by settles_at
          limit $2
            for update skip locked)
  returning end_to_end_id as "endToEndId"`;

const TRUTH = `select sequence, ${COLUMNS} from refund where sequence > $1 order by sequence limit $2`;

export function refundStore(db: Pool) {
  return {
    async find(endToEndId: string, id: string) {
      const { rows } = await db.query<Refund>(prepared(FIND, [endToEndId, id]));
      return rows[0] ?? null;
    },
    /** Ends the refunds that are due, each on one replica, and gives their payments. */
    async settleDue(now: Date, limit: number) {
      const values = [now, limit];
      const { rows } = await db.query<Pick<Refund, 'endToEndId'>>(prepared(SETTLE_DUE, values));
      return [...new Set(rows.map(({ endToEndId }) => endToEndId))];
    },
    /** What comes after a sequence number, in the order it happened; `next` is null on the last page. */
    async truth(after: number, limit: number) {
      type Row = Refund & { readonly sequence: number };
      const { rows } = await db.query<Row>(prepared(TRUTH, [after, limit]));
      const next = rows.length < limit ? null : (rows.at(-1)?.sequence ?? null);
      return { facts: rows as readonly Refund[], next };
    },
  };
}

export async function addRefund(tx: ClientBase, refund: NewRefund): Promise<Refund> {
  const { endToEndId, id, rtrId, origin, natureza, valueCents, status } = refund;
  const times = [refund.requestedAt, refund.settledAt, refund.settlesAt];
  const values = [endToEndId, id, rtrId, origin, natureza, valueCents, status, ...times];
  const { rows } = await tx.query<Refund>(prepared(INSERT, [...values, refund.settlesAs]));
  if (rows[0] === undefined) throw new Error('the refund was not stored');
  return rows[0];
}

/** By payment; most payments have none. */
export async function refundsOf(
  db: Pool | ClientBase,
  endToEndIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Refund[]>> {
  if (endToEndIds.length === 0) return new Map();
  const { rows } = await db.query<Refund>(prepared(OF, [endToEndIds]));
  return Map.groupBy(rows, ({ endToEndId }) => endToEndId);
}
