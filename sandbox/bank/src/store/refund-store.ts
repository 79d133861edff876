import type { RefundStatus } from '@entrada/pix/client/refund';
import type { ClientBase, Pool } from 'pg';
import type { NewRefund, Refund } from '../domain/refund.ts';
import type { Refunds } from '../ports.ts';

const COLUMNS =
  'sequence, end_to_end_id, id, rtr_id, origin, natureza, value_cents, status, requested_at, settled_at';

const INSERT = {
  name: 'insert-refund',
  text: `
  insert into refund
    (end_to_end_id, id, rtr_id, origin, natureza, value_cents, status, requested_at, settled_at,
     settles_at, settles_as)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  returning ${COLUMNS}`,
};

const FIND = {
  name: 'find-refund',
  text: `select ${COLUMNS} from refund where end_to_end_id = $1 and id = $2`,
};

const OF = {
  name: 'refunds-of-pix',
  text: `select ${COLUMNS} from refund where end_to_end_id = any($1) order by sequence`,
};

const SETTLE_DUE = {
  name: 'settle-due-refunds',
  text: `
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
  returning end_to_end_id`,
};

const TRUTH = {
  name: 'refund-truth',
  text: `select ${COLUMNS} from refund where sequence > $1 order by sequence limit $2`,
};

type Row = {
  sequence: number;
  end_to_end_id: string;
  id: string;
  rtr_id: string;
  origin: Refund['origin'];
  natureza: Refund['natureza'];
  value_cents: number;
  status: RefundStatus;
  requested_at: Date;
  settled_at: Date | null;
};

export function refundStore(db: Pool): Refunds {
  return {
    async find(endToEndId, id) {
      const { rows } = await db.query<Row>({ ...FIND, values: [endToEndId, id] });
      return rows[0] === undefined ? null : fromRow(rows[0]);
    },
    async settleDue(now, limit) {
      const values = [now, limit];
      const { rows } = await db.query<Pick<Row, 'end_to_end_id'>>({ ...SETTLE_DUE, values });
      return [...new Set(rows.map((row) => row.end_to_end_id))];
    },
    async truth(after, limit) {
      const { rows } = await db.query<Row>({ ...TRUTH, values: [after, limit] });
      const next = rows.length < limit ? null : (rows.at(-1)?.sequence ?? null);
      return { facts: rows.map(fromRow), next };
    },
  };
}

export async function addRefund(tx: ClientBase, refund: NewRefund): Promise<Refund> {
  const { endToEndId, id, rtrId, origin, natureza, valueCents, status } = refund;
  const times = [refund.requestedAt, refund.settledAt, refund.settlesAt];
  const values = [endToEndId, id, rtrId, origin, natureza, valueCents, status, ...times];
  const { rows } = await tx.query<Row>({ ...INSERT, values: [...values, refund.settlesAs] });
  if (rows[0] === undefined) throw new Error('the refund was not stored');
  return fromRow(rows[0]);
}

/** By payment; most payments have none. */
export async function refundsOf(
  db: Pool | ClientBase,
  endToEndIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Refund[]>> {
  if (endToEndIds.length === 0) return new Map();
  const { rows } = await db.query<Row>({ ...OF, values: [endToEndIds] });
  return Map.groupBy(rows.map(fromRow), ({ endToEndId }) => endToEndId);
}

function fromRow(row: Row): Refund {
  return {
    endToEndId: row.end_to_end_id,
    id: row.id,
    rtrId: row.rtr_id,
    origin: row.origin,
    natureza: row.natureza,
    valueCents: row.value_cents,
    status: row.status,
    requestedAt: row.requested_at,
    settledAt: row.settled_at,
  };
}
