import { prepared } from '@entrada/platform/db/prepared';
import type { ClientBase, Pool } from 'pg';
import type { Payment } from '../domain/payment.ts';
import { refundsOf } from './refund-store.ts';

const COLUMNS = `sequence, end_to_end_id as "endToEndId", txid, pix_key as "pixKey", value_cents as "valueCents",
         paid_at as "paidAt"`;
const IN_WINDOW = `paid_at between $1 and $2 and ($3::text is null or txid = $3)
     and ($4::boolean is null
          or $4 = exists (select from refund where refund.end_to_end_id = pix.end_to_end_id))`;

const OF = `select ${COLUMNS} from pix where txid = $1 order by sequence`;

const FIND = `select ${COLUMNS} from pix where end_to_end_id = $1`;
const LOCK = `${FIND} for update`;

const COUNT = `select count(*) as total from pix where ${IN_WINDOW}`;

const LIST = `
  select ${COLUMNS}
    from pix
   where ${IN_WINDOW}
   order by paid_at, sequence
   limit $5 offset $6`;

const LATEST = `select ${COLUMNS} from pix order by sequence desc limit $1`;

const TRUTH = `select ${COLUMNS} from pix where sequence > $1 order by sequence limit $2`;

const INSERT = `
  insert into pix (end_to_end_id, txid, pix_key, value_cents, paid_at)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])`;

/** A removed charge stays removed, whatever a forced payment brings. */
const CONCLUDE = `update cob set status = 'CONCLUIDA' where txid = $1 and status = 'ATIVA'`;

type Row = Omit<Payment, 'refunds'> & { readonly sequence: number };

/** Both ends of the window belong to it. */
type Window = {
  readonly from: Date;
  readonly to: Date;
  readonly txid?: string | undefined;
  /** Only payments with a refund or return, or only those without. */
  readonly refunded?: boolean | undefined;
};
type Page = { readonly number: number; readonly size: number };

export function paymentStore(db: Pool) {
  const read = async (text: string, values: unknown[]) => {
    const { rows } = await db.query<Row>(prepared(text, values));
    return withRefunds(db, rows);
  };
  return {
    of: (txid: string) => read(OF, [txid]),
    find: async (endToEndId: string) => (await read(FIND, [endToEndId]))[0] ?? null,
    async list({ from, to, txid, refunded }: Window, { number, size }: Page) {
      const window = [from, to, txid ?? null, refunded ?? null];
      const count = await db.query<{ total: number }>(prepared(COUNT, window));
      const payments = await read(LIST, [...window, size, number * size]);
      return { payments, total: count.rows[0]?.total ?? 0 };
    },
    latest: (limit: number) => read(LATEST, [limit]),
    /** What comes after a sequence number, in the order it happened; `next` is null on the last page. */
    async truth(after: number, limit: number) {
      const { rows } = await db.query<Row>(prepared(TRUTH, [after, limit]));
      const next = rows.length < limit ? null : (rows.at(-1)?.sequence ?? null);
      return { facts: await withRefunds(db, rows), next };
    },
  };
}

/** No other replica refunds the payment until this transaction ends. */
export async function lockPayment(tx: ClientBase, endToEndId: string): Promise<Payment | null> {
  const { rows } = await tx.query<Row>(prepared(LOCK, [endToEndId]));
  return (await withRefunds(tx, rows))[0] ?? null;
}

/** Records the payments and concludes the charge of this txid if it is open. */
export async function settlePayments(tx: ClientBase, payments: readonly Payment[]): Promise<void> {
  const values = [
    payments.map((payment) => payment.endToEndId),
    payments.map((payment) => payment.txid),
    payments.map((payment) => payment.pixKey),
    payments.map((payment) => payment.valueCents),
    payments.map((payment) => payment.paidAt),
  ];
  await tx.query(prepared(INSERT, values));
  await tx.query(prepared(CONCLUDE, [payments[0]?.txid]));
}

async function withRefunds(db: Pool | ClientBase, rows: readonly Row[]): Promise<Payment[]> {
  const refunds = await refundsOf(
    db,
    rows.map(({ endToEndId }) => endToEndId),
  );
  return rows.map(({ sequence: _, ...payment }) => ({
    ...payment,
    refunds: refunds.get(payment.endToEndId) ?? [],
  }));
}
