import type { ClientBase, Pool } from 'pg';
import type { Charge, ChargeStatus } from '../domain/charge.ts';
import type { Cents } from '../domain/money.ts';
import type { Charges } from '../ports.ts';

const COLUMNS = `id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
         fee_cents, status, created_at, expires_at`;

const INSERT = {
  name: 'insert-charge',
  text: `
  insert into charge (${COLUMNS})
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};

const FIND_BY_LINK = {
  name: 'find-charge-by-link',
  text: `select ${COLUMNS} from charge where payment_link_id = $1`,
};

const FIND_BY_TXID = {
  name: 'find-charge-by-txid',
  text: `select ${COLUMNS} from charge where txid = $1`,
};

const LOCK_BY_ID = {
  name: 'lock-charge',
  text: `select ${COLUMNS} from charge where id = $1 for update`,
};

type Row = {
  id: string;
  account_id: string;
  payment_link_id: string;
  txid: string;
  emv: string;
  value_cents: number;
  original_value_cents: number;
  fee_cents: number;
  status: ChargeStatus;
  created_at: Date;
  expires_at: Date;
};

export function chargeStore(db: Pool): Charges {
  return {
    async insert(c) {
      const ids = [c.id, c.accountId, c.paymentLinkId, c.txid, c.emv];
      const amounts = [c.value, c.originalValue, c.fee];
      const values = [...ids, ...amounts, c.status, c.createdAt, c.expiresAt];
      await db.query({ ...INSERT, values });
    },
    findByLink: (paymentLinkId) => one(db, { ...FIND_BY_LINK, values: [paymentLinkId] }),
    findByTxid: (txid) => one(db, { ...FIND_BY_TXID, values: [txid] }),
  };
}

export function lockCharge(tx: ClientBase, id: string): Promise<Charge | null> {
  return one(tx, { ...LOCK_BY_ID, values: [id] });
}

type Query = { name: string; text: string; values: unknown[] };

async function one(db: Pool | ClientBase, query: Query): Promise<Charge | null> {
  const { rows } = await db.query<Row>(query);
  return rows[0] ? fromRow(rows[0]) : null;
}

function fromRow(row: Row): Charge {
  return {
    id: row.id,
    accountId: row.account_id,
    paymentLinkId: row.payment_link_id,
    txid: row.txid,
    emv: row.emv,
    value: row.value_cents as Cents,
    originalValue: row.original_value_cents as Cents,
    fee: row.fee_cents,
    status: row.status,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
