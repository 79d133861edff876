import type { Pool } from 'pg';
import type { ChargeIds, Requests } from '../ports.ts';

/** Longer than any call may take, so that a lease ends only under a process that died. */
const LEASE = `interval '40 seconds'`;

/** Takes a new request, or one that an earlier try left unfinished; whoever comes second gets none. */
const RESERVE = {
  name: 'reserve-request',
  text: `
  insert into create_request (account_id, key, fingerprint, charge_id, payment_link_id, txid, lease_until)
  values ($1, $2, $3, $4, $5, $6, now() + ${LEASE})
      on conflict (account_id, key) do update
     set lease_until = excluded.lease_until
   where create_request.fingerprint = excluded.fingerprint
     and not create_request.done
     and create_request.lease_until < now()
  returning charge_id, payment_link_id, txid`,
};

const FIND = {
  name: 'find-request',
  text: 'select fingerprint, charge_id, done from create_request where account_id = $1 and key = $2',
};

const RELEASE = `
  update create_request set lease_until = now() - interval '1 second'
   where account_id = $1 and key = $2 and not done`;

const FORGET = 'delete from create_request where account_id = $1 and key = $2 and not done';

type IdsRow = { charge_id: string; payment_link_id: string; txid: string };
type RequestRow = { fingerprint: string; charge_id: string; done: boolean };

export function requestStore(db: Pool): Requests {
  return {
    async reserve({ accountId, key, fingerprint }, { id, paymentLinkId, txid }) {
      const values = [accountId, key, fingerprint, id, paymentLinkId, txid];
      const reserved = (await db.query<IdsRow>({ ...RESERVE, values })).rows[0];
      if (reserved) return { state: 'OURS', ids: toIds(reserved) };
      const { rows } = await db.query<RequestRow>({ ...FIND, values: [accountId, key] });
      const request = rows[0];
      // Forgotten between the two statements: it was refused, and a repetition begins anew.
      if (!request) return { state: 'RUNNING' };
      if (request.fingerprint !== fingerprint) return { state: 'OTHER_REQUEST' };
      return request.done ? { state: 'DONE', chargeId: request.charge_id } : { state: 'RUNNING' };
    },
    async release({ accountId, key }) {
      await db.query(RELEASE, [accountId, key]);
    },
    async forget({ accountId, key }) {
      await db.query(FORGET, [accountId, key]);
    },
  };
}

function toIds(row: IdsRow): ChargeIds {
  return { id: row.charge_id, paymentLinkId: row.payment_link_id, txid: row.txid };
}
