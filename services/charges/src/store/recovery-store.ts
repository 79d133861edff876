import { DatabaseError, type Pool } from 'pg';
import type { Charge } from '../domain/charge.ts';
import { overdueAt } from '../domain/expiry.ts';
import type { LostRefund, ReusedExternalId } from '../domain/recovery.ts';

const REUSED_MAX = 1_000;

const INSERT_CHARGE = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at, description, fee_plan, check_at,
                      changed_at, recovered_at, metadata, external_id,
                      lost_external_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', $9, $10, $11, $12, $13, $9, $14, $15, $16,
          $17)
      on conflict (id) do nothing`;

const REUSED_EXTERNAL_IDS = `
  select id as "chargeId", account_id as "accountId", lost_external_id as "externalId" from charge
   where lost_external_id is not null and recovered_at >= $1
   order by recovered_at, id
   limit ${REUSED_MAX}`;

/** The key of its request was lost, too; its id follows from that key, so a repeated request finds it. */
const INSERT_REFUND = `
  insert into refund (id, charge_id, account_id, end_to_end_id, value_cents, status, held, failure,
                      failure_code, created_at, changed_at, check_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())
      on conflict (id) do nothing`;

export async function insertChargeAgain(db: Pool, charge: Charge, at: Date): Promise<void> {
  const { id, accountId, paymentLinkId, txid, emv, value, originalValue, fee } = charge;
  const { createdAt, expiresAt, externalId, description, feePlan, metadata } = charge;
  const names = [id, accountId, paymentLinkId, txid, emv];
  const figures = [value, originalValue, fee, createdAt, expiresAt];
  const more = [
    description,
    feePlan && JSON.stringify(feePlan),
    overdueAt(charge),
    at,
    JSON.stringify(metadata),
  ];
  const insert = (externalIds: readonly (string | null)[]) =>
    db.query(INSERT_CHARGE, [...names, ...figures, ...more, ...externalIds]);
  try {
    await insert([externalId, null]);
  } catch (error) {
    if (!isReused(error)) throw error;
    await insert([null, externalId]);
  }
}

/** Its account has given the external id to another charge since the restore. */
function isReused(error: unknown): boolean {
  return error instanceof DatabaseError && error.constraint === 'charge_external_id';
}

export async function reusedExternalIds(
  db: Pool,
  from: Date,
): Promise<readonly ReusedExternalId[]> {
  return (await db.query<ReusedExternalId>(REUSED_EXTERNAL_IDS, [from])).rows;
}

/** False where it is there. */
export async function insertRefundAgain(db: Pool, refund: LostRefund): Promise<boolean> {
  const { refundId, chargeId, accountId, endToEndId, valueCents, held, failure } = refund;
  const about = [refundId, chargeId, accountId, endToEndId, valueCents];
  const state = [failure === null ? 'PROCESSING' : 'FAILED', held, failure?.text, failure?.code];
  const { rowCount } = await db.query(INSERT_REFUND, [...about, ...state, refund.createdAt]);
  return rowCount === 1;
}
