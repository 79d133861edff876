import type { Pool } from 'pg';
import type { Charge } from '../domain/charge.ts';
import { overdueAt } from '../domain/expiry.ts';
import type { LostRefund } from '../domain/recovery.ts';

/** The plan behind its fee was lost; the fee itself is on the books. */
const INSERT_CHARGE = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at, external_id, check_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', $9, $10, $11, $12, $9)
      on conflict do nothing`;

/** The key of its request was lost, too; its id follows from that key, so a repeated request finds it. */
const INSERT_REFUND = `
  insert into refund (id, charge_id, account_id, end_to_end_id, value_cents, status, held, failure,
                      created_at, changed_at, check_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), now())
      on conflict (id) do nothing`;

export async function insertChargeAgain(db: Pool, charge: Charge): Promise<void> {
  const { id, accountId, paymentLinkId, txid, emv, value, originalValue, fee } = charge;
  const { createdAt, expiresAt, externalId } = charge;
  const names = [id, accountId, paymentLinkId, txid, emv];
  const figures = [value, originalValue, fee, createdAt, expiresAt, externalId];
  await db.query(INSERT_CHARGE, [...names, ...figures, overdueAt(charge)]);
}

/** False where it is there. */
export async function insertRefundAgain(db: Pool, refund: LostRefund): Promise<boolean> {
  const { refundId, chargeId, accountId, endToEndId, valueCents, held, failure } = refund;
  const about = [refundId, chargeId, accountId, endToEndId, valueCents];
  const state = [failure === null ? 'PROCESSING' : 'FAILED', held, failure, refund.createdAt];
  const { rowCount } = await db.query(INSERT_REFUND, [...about, ...state]);
  return rowCount === 1;
}
