import { prepared } from '@entrada/platform/db/prepared';
import type { ClientBase, Pool } from 'pg';
import type { Charge, NewCharge } from '../domain/charge.ts';

/** A charge as the domain names its parts. */
const COLUMNS = `txid, pix_key as "pixKey", value_cents as "valueCents", status, created_at as "createdAt",
         expires_in_seconds as "expiresInSeconds", revision, location_id as "locationId", location, details`;

/** A repeated request is no new revision: it is how a client looks for a lost response. */
const PUT = `
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
  returning ${COLUMNS}`;

const FIND = `select ${COLUMNS} from cob where txid = $1`;

const REMOVE = `
  update cob
     set status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR', revision = revision + 1
   where txid = $1
     and status = 'ATIVA'
  returning ${COLUMNS}`;

const LIST_OPEN = `
  select ${COLUMNS}
    from cob
   where status = 'ATIVA'
     and created_at + expires_in_seconds * interval '1 second' > $1
   order by created_at desc
   limit $2`;

const LOCK_AT = `select ${COLUMNS} from cob where location = $1 for update`;

const LOCK = `${FIND} for update`;

export function chargeStore(db: Pool) {
  return {
    /** Creates the charge, or alters it while it is ATIVA; null when it is past that. */
    async put(charge: NewCharge, at: Date, location: string) {
      const { txid, pixKey, valueCents, expiresInSeconds, details } = charge;
      const values = [txid, pixKey, valueCents, at, expiresInSeconds, location, details];
      return first(await db.query<Charge>(prepared(PUT, values)));
    },
    find: async (txid: string) => first(await db.query<Charge>(prepared(FIND, [txid]))),
    /** Takes an ATIVA charge back; null when there is none. */
    remove: async (txid: string) => first(await db.query<Charge>(prepared(REMOVE, [txid]))),
    /** Open charges that are not expired at `now`, newest first. */
    async listOpen(now: Date, limit: number) {
      return (await db.query<Charge>(prepared(LIST_OPEN, [now, limit]))).rows;
    },
  };
}

export async function lockChargeAt(tx: ClientBase, location: string): Promise<Charge | null> {
  return first(await tx.query<Charge>(prepared(LOCK_AT, [location])));
}

export async function lockCharge(tx: ClientBase, txid: string): Promise<Charge | null> {
  return first(await tx.query<Charge>(prepared(LOCK, [txid])));
}

function first({ rows: [row] }: { rows: Charge[] }): Charge | null {
  return row ?? null;
}
