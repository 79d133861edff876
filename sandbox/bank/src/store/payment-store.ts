import type { ClientBase, Pool } from 'pg';
import type { Payment } from '../domain/payment.ts';
import type { Payments } from '../ports.ts';
import { refundsOf } from './refund-store.ts';

const COLUMNS = 'sequence, end_to_end_id, txid, pix_key, value_cents, paid_at';
const IN_WINDOW = `paid_at between $1 and $2 and ($3::text is null or txid = $3)
     and ($4::boolean is null
          or $4 = exists (select from refund where refund.end_to_end_id = pix.end_to_end_id))`;

const OF = {
  name: 'pix-of-cob',
  text: `select ${COLUMNS} from pix where txid = $1 order by sequence`,
};

const FIND = { name: 'find-pix', text: `select ${COLUMNS} from pix where end_to_end_id = $1` };
const LOCK = { name: 'lock-pix', text: `${FIND.text} for update` };

const COUNT = { name: 'count-pix', text: `select count(*) as total from pix where ${IN_WINDOW}` };

const LIST = {
  name: 'list-pix',
  text: `
  select ${COLUMNS}
    from pix
   where ${IN_WINDOW}
   order by paid_at, sequence
   limit $5 offset $6`,
};

const LATEST = {
  name: 'latest-pix',
  text: `select ${COLUMNS} from pix order by sequence desc limit $1`,
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

/** A removed charge stays removed, whatever a forced payment brings. */
const CONCLUDE = {
  name: 'conclude-cob',
  text: `update cob set status = 'CONCLUIDA' where txid = $1 and status = 'ATIVA'`,
};

type Row = {
  sequence: number;
  end_to_end_id: string;
  txid: string | null;
  pix_key: string;
  value_cents: number;
  paid_at: Date;
};

export function paymentStore(db: Pool): Payments {
  const read = async (query: { name: string; text: string }, values: unknown[]) => {
    const { rows } = await db.query<Row>({ ...query, values });
    return withRefunds(db, rows);
  };
  return {
    of: (txid) => read(OF, [txid]),
    find: async (endToEndId) => (await read(FIND, [endToEndId]))[0] ?? null,
    async list({ from, to, txid = null, refunded = null }, { number, size }) {
      const window = [from, to, txid, refunded];
      const count = await db.query<{ total: number }>({ ...COUNT, values: window });
      const payments = await read(LIST, [...window, size, number * size]);
      return { payments, total: count.rows[0]?.total ?? 0 };
    },
    latest: (limit) => read(LATEST, [limit]),
    async truth(after, limit) {
      const { rows } = await db.query<Row>({ ...TRUTH, values: [after, limit] });
      const next = rows.length < limit ? null : (rows.at(-1)?.sequence ?? null);
      return { facts: await withRefunds(db, rows), next };
    },
  };
}

export async function lockPayment(tx: ClientBase, endToEndId: string): Promise<Payment | null> {
  const { rows } = await tx.query<Row>({ ...LOCK, values: [endToEndId] });
  return (await withRefunds(tx, rows))[0] ?? null;
}

export async function settlePayments(tx: ClientBase, payments: readonly Payment[]): Promise<void> {
  const values = [
    payments.map((payment) => payment.endToEndId),
    payments.map((payment) => payment.txid),
    payments.map((payment) => payment.pixKey),
    payments.map((payment) => payment.valueCents),
    payments.map((payment) => payment.paidAt),
  ];
  await tx.query({ ...INSERT, values });
  await tx.query({ ...CONCLUDE, values: [payments[0]?.txid] });
}

async function withRefunds(db: Pool | ClientBase, rows: readonly Row[]): Promise<Payment[]> {
  const refunds = await refundsOf(
    db,
    rows.map((row) => row.end_to_end_id),
  );
  return rows.map((row) => ({
    endToEndId: row.end_to_end_id,
    txid: row.txid,
    pixKey: row.pix_key,
    valueCents: row.value_cents,
    paidAt: row.paid_at,
    refunds: refunds.get(row.end_to_end_id) ?? [],
  }));
}
