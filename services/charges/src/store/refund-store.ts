import { isUniqueViolation } from '@entrada/platform/db/is-unique-violation';
import { appendToOutbox } from '@entrada/platform/events/outbox';
import type { ClientBase, Pool } from 'pg';
import type { Charge, RequestKey } from '../domain/charge.ts';
import { keyReused } from '../domain/client-text.ts';
import type { Refund, RefundEnd } from '../domain/refund.ts';
import { refundEvent } from '../events/encode.ts';
import type { RefundRequest, Refunds } from '../ports/refunds.ts';
import { insertRefundAgain } from './recovery-store.ts';
import { type Db, REFUND_COLUMNS, type RefundRow, toRefund, traceId } from './rows.ts';
import { uncountRefund } from './velocity-store.ts';

/** The request that creates a refund is the first to process it; the job takes over after that. */
const FIRST_CHECK_AFTER = `interval '30 seconds'`;

const INSERT = `
  insert into refund (${REFUND_COLUMNS}, idempotency_key, fingerprint, changed_at, check_at, trace_id,
                      requested_by, counted_on)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $11,
          $11::timestamptz + ${FIRST_CHECK_AFTER}, $16, $17, $18)`;

const FIND = { name: 'find-refund', text: `select ${REFUND_COLUMNS} from refund where id = $1` };

const UNDER_KEY = `
  select ${REFUND_COLUMNS}, fingerprint from refund where account_id = $1 and idempotency_key = $2`;

const UNDER_WAY = `
  select coalesce(sum(value_cents), 0)::bigint as cents
    from refund
   where charge_id = $1 and status = 'PROCESSING'`;

const MARK_HELD = `update refund set held = true where id = $1 and status = 'PROCESSING'`;

/** A refusal counts only where nobody has taken the refund up since it was asked for. */
const END = `
  update refund set status = $2, failure = $3, failure_code = $4, changed_at = $5, settled_at = $6
   where id = $1 and status = 'PROCESSING'
     and ($7::integer is null or (attempt = $7 and held = $8))`;

/** Any end is a change of the charge, so that the auditor looks at it. */
const CHANGE_CHARGE = `
  update charge set refunded_cents = least(value_cents, refunded_cents + $2), changed_at = $3
   where id = $1`;

/**
 * Often at first, then less and less: some banks take days. Never before the lease of its last
 * owner has ended, so that no two ask the bank for the same refund at once.
 */
const CLAIM_DUE = {
  name: 'claim-due-refunds',
  text: `
  update refund
     set attempt = attempt + 1,
         check_at = $1::timestamptz
                    + least(interval '10 minutes', greatest(interval '15 seconds', ($1::timestamptz - created_at) / 10))
   where id = any (array(
           select id from refund
            where status = 'PROCESSING' and check_at <= $1
            order by check_at
            limit $2
              for update skip locked))
  returning ${REFUND_COLUMNS}`,
};

const EXPEDITE = {
  name: 'expedite-refunds',
  text: `
  update refund set check_at = least(check_at, $2)
   where charge_id = $1 and status = 'PROCESSING' and held`,
};

export function refundStore(db: Pool): Refunds {
  return {
    insertAgain: (refund) => insertRefundAgain(db, refund),
    find: (id) => findRefund(db, id),
    async markHeld(id) {
      const { rowCount } = await db.query(MARK_HELD, [id]);
      return rowCount === 1;
    },
    async claimDue(now, limit) {
      const { rows } = await db.query<RefundRow>({ ...CLAIM_DUE, values: [now, limit] });
      return rows.map(toRefund);
    },
    async expedite(chargeId, now) {
      await db.query({ ...EXPEDITE, values: [chargeId, now] });
    },
  };
}

export async function findRefund(db: Db, id: string): Promise<Refund | null> {
  const { rows } = await db.query<RefundRow>({ ...FIND, values: [id] });
  return rows[0] ? toRefund(rows[0]) : null;
}

export async function insertRefund(
  tx: ClientBase,
  refund: Refund,
  by: RefundRequest,
): Promise<void> {
  const { id, chargeId, accountId, endToEndId, valueCents, reason, status, held } = refund;
  const about = [id, chargeId, accountId, endToEndId, valueCents, reason, status, held];
  const { failure, createdAt, settledAt, attempt } = refund;
  const progress = [failure?.text, failure?.code, createdAt, settledAt, attempt];
  const { key, fingerprint, requester, countedOn } = by;
  const request = [key, fingerprint, traceId(), requester, countedOn];
  try {
    await tx.query(INSERT, [...about, ...progress, ...request]);
  } catch (error) {
    // Requests for one charge wait for each other; this key was used for another one meanwhile.
    throw isUniqueViolation(error) ? keyReused() : error;
  }
}

export async function refundUnder(
  tx: ClientBase,
  { accountId, key }: RequestKey,
): Promise<(Refund & { fingerprint: string }) | null> {
  type Row = RefundRow & { fingerprint: string };
  const { rows } = await tx.query<Row>(UNDER_KEY, [accountId, key]);
  return rows[0] ? { ...toRefund(rows[0]), fingerprint: rows[0].fingerprint } : null;
}

export async function refundsUnderWayCents(tx: ClientBase, chargeId: string): Promise<number> {
  const { rows } = await tx.query<{ cents: number }>(UNDER_WAY, [chargeId]);
  return rows[0]?.cents ?? 0;
}

/** False when it has ended before, or is no longer as the caller knew it. */
export async function endRefund(
  tx: ClientBase,
  charge: Charge,
  refund: Refund,
  end: RefundEnd,
): Promise<boolean> {
  const settledAt = end.status === 'SETTLED' ? end.at : null;
  const { status, failure, recordedAt } = end;
  const how = [status, failure?.text, failure?.code, recordedAt, settledAt];
  const condition = end.isRefusal ? [refund.attempt, refund.held] : [null, null];
  const { rowCount } = await tx.query(END, [refund.id, ...how, ...condition]);
  if (rowCount !== 1) return false;
  if (end.status === 'FAILED') await uncountRefund(tx, refund.id);
  const refundedCents = end.status === 'SETTLED' ? refund.valueCents : 0;
  await tx.query(CHANGE_CHARGE, [charge.id, refundedCents, end.recordedAt]);
  await appendToOutbox(tx, [refundEvent(charge, refund, end)]);
  return true;
}
