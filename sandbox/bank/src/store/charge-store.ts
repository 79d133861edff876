import type { CobStatus } from '@entrada/pix/client/cob';
import type { ClientBase, Pool } from 'pg';
import type { Charge, Details } from '../domain/charge.ts';
import type { Charges } from '../ports.ts';

const COLUMNS = `txid, pix_key, value_cents, status, created_at, expires_in_seconds, revision,
         location_id, location, details`;

/** A repeated request is no new revision: it is how a client looks for a lost response. */
const PUT = {
  name: 'put-cob',
  text: `
  insert into cob (txid, pix_key, value_cents, status, created_at, expires_in_seconds, location, details)
  values ($1, $2, $3, 'ATIVA', $4, $5, $6, $7)
      on conflict (txid) do update
     set pix_key = excluded.pix_key,
         value_cents = excluded.value_cents,
         expires_in_seconds = excluded.expires_in_seconds,
         details = excluded.details,
         revision = cob.revision + (
           (cob.pix_key, cob.value_cents, cob.expires_in_seconds, cob.details) is distinct from
           (excluded.pix_key, excluded.value_cents, excluded.expires_in_seconds, excluded.details)
         )::int
   where cob.status = 'ATIVA'
  returning ${COLUMNS}`,
};

const FIND = { name: 'find-cob', text: `select ${COLUMNS} from cob where txid = $1` };

const REMOVE = {
  name: 'remove-cob',
  text: `
  update cob
     set status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR', revision = revision + 1
   where txid = $1
     and status = 'ATIVA'
  returning ${COLUMNS}`,
};

const LIST_OPEN = {
  name: 'list-open-cobs',
  text: `
  select ${COLUMNS}
    from cob
   where status = 'ATIVA'
     and created_at + expires_in_seconds * interval '1 second' > $1
   order by created_at desc
   limit $2`,
};

const LOCK_AT = {
  name: 'lock-cob-at',
  text: `select ${COLUMNS} from cob where location = $1 for update`,
};

const LOCK = { name: 'lock-cob', text: `${FIND.text} for update` };

type Row = {
  txid: string;
  pix_key: string;
  value_cents: number;
  status: CobStatus;
  created_at: Date;
  expires_in_seconds: number;
  revision: number;
  location_id: number;
  location: string;
  details: Details;
};

export function chargeStore(db: Pool): Charges {
  return {
    async put({ txid, pixKey, valueCents, expiresInSeconds, details }, at, location) {
      const values = [txid, pixKey, valueCents, at, expiresInSeconds, location, details];
      return first(await db.query<Row>({ ...PUT, values }));
    },
    find: async (txid) => first(await db.query<Row>({ ...FIND, values: [txid] })),
    remove: async (txid) => first(await db.query<Row>({ ...REMOVE, values: [txid] })),
    async listOpen(now, limit) {
      const { rows } = await db.query<Row>({ ...LIST_OPEN, values: [now, limit] });
      return rows.map(fromRow);
    },
  };
}

export async function lockChargeAt(tx: ClientBase, location: string): Promise<Charge | null> {
  return first(await tx.query<Row>({ ...LOCK_AT, values: [location] }));
}

export async function lockCharge(tx: ClientBase, txid: string): Promise<Charge | null> {
  return first(await tx.query<Row>({ ...LOCK, values: [txid] }));
}

function first({ rows: [row] }: { rows: Row[] }): Charge | null {
  return row === undefined ? null : fromRow(row);
}

function fromRow(row: Row): Charge {
  return {
    txid: row.txid,
    pixKey: row.pix_key,
    valueCents: row.value_cents,
    status: row.status,
    createdAt: row.created_at,
    expiresInSeconds: row.expires_in_seconds,
    revision: row.revision,
    locationId: row.location_id,
    location: row.location,
    details: row.details,
  };
}
