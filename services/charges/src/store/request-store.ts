import { prepared } from '@entrada/platform/db/prepared';
import { timeLeftMs } from '@entrada/platform/grpc/call-context';
import type { Pool } from 'pg';
import type { ChargeIds, RequestKey, Reservation } from '../domain/charge.ts';
import type { Idempotency } from '../domain/client-text.ts';

/** A lease ends with the deadline of the call, after this time at most. */
const LEASE_MAX_MS = 60_000;
/** Added to the lease, for writes that end after the deadline. */
const LEASE_MARGIN_MS = 2_000;

/**
 * Takes a new request, or one that an earlier attempt left unfinished; a second caller gets no row.
 * If its owner died, the owner's advisory lock is free and the request can be taken over at once; otherwise when
 * its lease expires.
 */
const RESERVE = `
  insert into create_request (account_id, key, fingerprint, charge_id, payment_link_id, txid, owner, lease_until)
  values ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 millisecond')
      on conflict (account_id, key) do update
     set owner = excluded.owner, lease_until = excluded.lease_until
   where create_request.fingerprint = excluded.fingerprint
     and not create_request.done
     and (create_request.lease_until < now() or pg_try_advisory_xact_lock(create_request.owner))
  returning charge_id, payment_link_id, txid, lease_until::text as lease`;

const FIND =
  'select fingerprint, charge_id, done from create_request where account_id = $1 and key = $2';

// A process that goes on with a request takes a lease of its own, which the one before cannot end.
const OURS = 'account_id = $1 and key = $2 and lease_until = $3::timestamptz and not done';

const RELEASE = `
  update create_request set lease_until = now() - interval '1 second' where ${OURS}`;

const FORGET = `delete from create_request where ${OURS}`;

type ReservedRow = { charge_id: string; payment_link_id: string; txid: string; lease: string };
type RequestRow = { fingerprint: string; charge_id: string; done: boolean };

/** The number of the advisory lock that this process holds to show that it lives, or null. */
export type CurrentOwner = () => number | null;

type ReserveResult =
  | { readonly state: 'OURS'; readonly ids: ChargeIds; readonly lease: string }
  | { readonly state: 'DONE'; readonly chargeId: string }
  | { readonly state: 'RUNNING' | 'OTHER_REQUEST' };

/** What became of requests that clients may repeat. */
export function requestStore(db: Pool, owner: CurrentOwner) {
  return {
    /** OURS: leased; `ids` are those of an unfinished earlier attempt if there was one. */
    async reserve(
      { accountId, key, fingerprint }: RequestKey & Idempotency,
      { id, paymentLinkId, txid }: ChargeIds,
    ): Promise<ReserveResult> {
      const leaseMs = timeLeftMs(LEASE_MAX_MS) + LEASE_MARGIN_MS;
      const ids = [id, paymentLinkId, txid];
      const values = [accountId, key, fingerprint, ...ids, owner(), leaseMs];
      const reserved = (await db.query<ReservedRow>(prepared(RESERVE, values))).rows[0];
      if (reserved) return { state: 'OURS', ids: toIds(reserved), lease: reserved.lease };
      const { rows } = await db.query<RequestRow>(prepared(FIND, [accountId, key]));
      const request = rows[0];
      // Forgotten between the two statements: it was refused, and a repetition makes a new charge.
      if (!request) return { state: 'RUNNING' };
      if (request.fingerprint !== fingerprint) return { state: 'OTHER_REQUEST' };
      return request.done ? { state: 'DONE', chargeId: request.charge_id } : { state: 'RUNNING' };
    },
    /** The next attempt may begin at once, with the same ids. */
    async release({ accountId, key, lease }: Reservation): Promise<void> {
      await db.query(RELEASE, [accountId, key, lease]);
    },
    /** The next attempt begins with new ids. */
    async forget({ accountId, key, lease }: Reservation): Promise<void> {
      await db.query(FORGET, [accountId, key, lease]);
    },
  };
}

function toIds(row: ReservedRow): ChargeIds {
  return { id: row.charge_id, paymentLinkId: row.payment_link_id, txid: row.txid };
}
