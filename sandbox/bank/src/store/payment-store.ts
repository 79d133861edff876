import type { ClientBase, Pool } from 'pg';
import type { Payment } from '../domain/charge.ts';
import type { Payments } from '../ports.ts';

const COLUMNS = 'sequence, end_to_end_id, txid, pix_key, value_cents, paid_at';
const IN_WINDOW = 'paid_at between $1 and $2 and ($3::text is null or txid = $3)';

const OF = {
  name: 'pix-of-cob',
  text: `select ${COLUMNS} from pix where txid = $1 order by sequence`,
};

const FIND = { name: 'find-pix', text: `select ${COLUMNS} from pix where end_to_end_id = $1` };

const COUNT = { name: 'count-pix', text: `select count(*) as total from pix where ${IN_WINDOW}` };

const LIST = {
  name: 'list-pix',
  text: `
  select ${COLUMNS}
    from pix
   where ${IN_WINDOW}
   order by paid_at, sequence
   limit $4 offset $5`,
};

const TRUTH = {
  name: 'pix-truth',
  text: `select ${COLUMNS} from pix where sequence > $1 order by sequence limit $2`,
};

const INSERT = {
  name: 'insert-pix',
  text: `
  insert into pix (end_to_end_id, txid, pix_key, value_cents, paid_at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])`,
};

/** The caller holds the row's lock, taken when the charge was still payable. */
const CONCLUDE = {
  name: 'conclude-cob',
  text: `update cob set status = 'CONCLUIDA' where txid = $1`,
};

type Row = {
  sequence: number;
  end_to_end_id: string;
  txid: string;
  pix_key: string;
  value_cents: number;
  paid_at: Date;
};

export function paymentStore(db: Pool): Payments {
  return {
    async of(txid) {
      const { rows } = await db.query<Row>({ ...OF, values: [txid] });
      return rows.map(fromRow);
    },
    async find(endToEndId) {
      const { rows } = await db.query<Row>({ ...FIND, values: [endToEndId] });
      return rows[0] === undefined ? null : fromRow(rows[0]);
    },
    async list({ from, to, txid = null }, { number, size }) {
      const window = [from, to, txid];
      const count = await db.query<{ total: number }>({ ...COUNT, values: window });
      const { rows } = await db.query<Row>({ ...LIST, values: [...window, size, number * size] });
      return { payments: rows.map(fromRow), total: count.rows[0]?.total ?? 0 };
    },
    async truth(after, limit) {
      const { rows } = await db.query<Row>({ ...TRUTH, values: [after, limit] });
      const next = rows.length < limit ? null : (rows.at(-1)?.sequence ?? null);
      return { payments: rows.map(fromRow), next };
    },
  };
}

export async function settleCharge(
  tx: ClientBase,
  txid: string,
  payments: readonly Payment[],
): Promise<void> {
  const values = [
    payments.map((payment) => payment.endToEndId),
    payments.map((payment) => payment.txid),
    payments.map((payment) => payment.pixKey),
    payments.map((payment) => payment.valueCents),
    payments.map((payment) => payment.paidAt),
  ];
  await tx.query({ ...INSERT, values });
  await tx.query({ ...CONCLUDE, values: [txid] });
}

function fromRow(row: Row): Payment {
  return {
    endToEndId: row.end_to_end_id,
    txid: row.txid,
    pixKey: row.pix_key,
    valueCents: row.value_cents,
    paidAt: row.paid_at,
  };
}
