import { transact } from '@entrada/platform/db/transaction';
import { storedDayOf } from '@entrada/platform/time/stored-day';
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
                      failure_code, created_at, changed_at, check_at, counted_on)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now(), $11)
      on conflict (id) do nothing`;

/** It was within the limit when it was made, so it is counted whatever holds now. */
const COUNT_REFUND = `
  insert into velocity_day (account_id, kind, day, made, cents)
  values ($1, 'refund', $2, 1, $3)
      on conflict (account_id, kind, day) do update
     set made = velocity_day.made + 1, cents = velocity_day.cents + excluded.cents`;

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

/** False where it is there. A refund that has not failed counts on the daily limit of its day again. */
export async function insertRefundAgain(db: Pool, refund: LostRefund): Promise<boolean> {
  const { refundId, chargeId, accountId, endToEndId, valueCents, held, failure } = refund;
  const about = [refundId, chargeId, accountId, endToEndId, valueCents];
  const state = [failure === null ? 'PROCESSING' : 'FAILED', held, failure?.text, failure?.code];
  const countedOn = failure === null ? new Date(storedDayOf(refund.createdAt)) : null;
  return transact(db, async (tx) => {
    const values = [...about, ...state, refund.createdAt, countedOn];
    const { rowCount } = await tx.query(INSERT_REFUND, values);
    if (rowCount === 1 && countedOn) {
      await tx.query(COUNT_REFUND, [accountId, countedOn, valueCents]);
    }
    return rowCount === 1;
  });
}
