import { appendToOutbox } from '@entrada/platform/events/outbox';
import type { ClientBase, Pool } from 'pg';
import type { Charge } from '../domain/charge.ts';
import type { Idempotency } from '../domain/client-text.ts';
import type { Refund } from '../domain/refund.ts';
import type { RefundEnd, Refunds, RequestKey } from '../ports.ts';
import { refundFact } from './facts.ts';
import { REFUND_COLUMNS, type RefundRow, toRefund, traceId } from './rows.ts';

/** The request that makes a refund takes it as far as it can; only then others do. */
const FIRST_CHECK_AFTER = `interval '30 seconds'`;

const INSERT = `
  insert into refund (${REFUND_COLUMNS}, idempotency_key, fingerprint, changed_at, check_at, trace_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $10, $10::timestamptz + ${FIRST_CHECK_AFTER}, $13)`;

const UNDER_KEY = `
  select ${REFUND_COLUMNS}, fingerprint from refund where account_id = $1 and idempotency_key = $2`;

const UNDER_WAY = `
  select coalesce(sum(value_cents), 0)::bigint as cents
    from refund
   where charge_id = $1 and status = 'PROCESSING'`;

const MARK_HELD = 'update refund set held = true where id = $1';

const END = `
  update refund set status = $2, failure = $3, changed_at = $4
   where id = $1 and status = 'PROCESSING'`;

const ADD_TO_CHARGE = `
  update charge set refunded_cents = refunded_cents + $2, changed_at = $3 where id = $1`;

/**
 * Often at first, then less and less: some banks take days. Never before whoever took it last has
 * given up, so that no two ask the bank for the same refund at once.
 */
const CLAIM_DUE = {
  name: 'claim-due-refunds',
  text: `
  update refund
     set check_at = $1::timestamptz
                    + least(interval '10 minutes', greatest(interval '15 seconds', ($1::timestamptz - created_at) / 10))
   where id = any (array(
           select id from refund
            where status = 'PROCESSING' and check_at <= $1
            order by check_at
            limit $2
              for update skip locked))
  returning ${REFUND_COLUMNS}`,
};

const HURRY = {
  name: 'hurry-refunds',
  text: `
  update refund set check_at = least(check_at, $2)
   where charge_id = $1 and status = 'PROCESSING' and held`,
};

export function refundStore(db: Pool): Refunds {
  return {
    async markHeld(id) {
      await db.query(MARK_HELD, [id]);
    },
    async claimDue(now, limit) {
      const { rows } = await db.query<RefundRow>({ ...CLAIM_DUE, values: [now, limit] });
      return rows.map(toRefund);
    },
    async hurry(chargeId, now) {
      await db.query({ ...HURRY, values: [chargeId, now] });
    },
  };
}

export async function insertRefund(
  tx: ClientBase,
  refund: Refund,
  idempotency: Idempotency | null,
): Promise<void> {
  const { id, chargeId, accountId, endToEndId, valueCents, reason, status, held } = refund;
  const about = [id, chargeId, accountId, endToEndId, valueCents, reason, status, held];
  const request = [idempotency?.key ?? null, idempotency?.fingerprint ?? null];
  await tx.query(INSERT, [...about, refund.failure, refund.createdAt, ...request, traceId()]);
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

/** False when it has ended before. */
export async function endRefund(
  tx: ClientBase,
  charge: Charge,
  refund: Refund,
  end: RefundEnd,
): Promise<boolean> {
  const { rowCount } = await tx.query(END, [refund.id, end.status, end.failure, end.recordedAt]);
  if (rowCount !== 1) return false;
  if (end.status === 'SETTLED') {
    await tx.query(ADD_TO_CHARGE, [charge.id, refund.valueCents, end.recordedAt]);
  }
  // The ledger knows nothing of a refund that it did not hold.
  if (refund.held) await appendToOutbox(tx, [refundFact(charge, refund, end)]);
  return true;
}
