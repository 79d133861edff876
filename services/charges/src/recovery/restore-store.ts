import { prepared } from '@entrada/platform/db/prepared';
import { isUniqueViolation, transact } from '@entrada/platform/db/transaction';
import type { Pool } from 'pg';
import { type Charge, overdueAt } from '../domain/charge.ts';
import { bankIdOf, newReturn, ReturnStatus } from '../domain/payment-return.ts';
import { insertLost } from '../store/return-store.ts';
import type { LostRefund } from './as-booked.ts';

export type Step = 'payments' | 'refunds' | 'returns';
export type Failure = { readonly id: string; readonly problem: string };

/** How far a recovery is. It is stored after each page, so that the next call goes on there, also after a crash. */
export type Progress = {
  readonly step: Step;
  readonly cursor: string;
  readonly compared: number;
  /** Stored again. */
  readonly charges: number;
  readonly payments: number;
  readonly refunds: number;
  readonly returns: number;
  readonly failed: readonly Failure[];
};

export type OpenRestore = {
  readonly restoredTo: Date;
  readonly progress: Progress | null;
  readonly givenUp: readonly string[];
};

type ReusedExternalId = {
  readonly chargeId: string;
  readonly accountId: string;
  readonly externalId: string;
};

const IS_OPEN = 'select exists (select from restore where recovered_at is null) as "isOpen"';

const FIND_OPEN = `
  select restored_to as "restoredTo", progress, given_up as "givenUp" from restore where recovered_at is null`;

const GIVE_UP = `
  update restore set given_up = array(select unnest(given_up) union select unnest($1::text[]))
   where recovered_at is null`;

const MOVE_ON = `
  update restore set progress = $2, recovered_at = case when $3 then now() end
   where recovered_at is null and progress is not distinct from $1::jsonb`;

const INSERT_CHARGE = `
  insert into charge (id, account_id, payment_link_id, txid, emv, value_cents, original_value_cents,
                      fee_cents, status, created_at, expires_at, description, fee_plan, check_at,
                      changed_at, recovered_at, metadata, external_id, lost_external_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 'PENDING', $9, $10, $11, $12, $13, $9, $14, $15, $16, $17)
      on conflict (id) do nothing`;

const REUSED_MAX = 1_000;
const REUSED_EXTERNAL_IDS = `
  select id as "chargeId", account_id as "accountId", lost_external_id as "externalId" from charge
   where lost_external_id is not null and recovered_at >= $1
   order by recovered_at, id
   limit ${REUSED_MAX}`;

/** What only a recovery reads and writes. */
export function restoreStore(db: Pool) {
  return {
    async isOpen(): Promise<boolean> {
      return (await db.query<{ isOpen: boolean }>(prepared(IS_OPEN))).rows[0]?.isOpen ?? true;
    },
    /** The restore that is noted and not recovered yet. */
    async findOpen(): Promise<OpenRestore | null> {
      return (await db.query<OpenRestore>(FIND_OPEN)).rows[0] ?? null;
    },
    /** For every run from now on. */
    async giveUp(ids: readonly string[]): Promise<void> {
      await db.query(GIVE_UP, [ids]);
    },
    /** Stores how far the recovery is. At its end that is its proof, and changes are accepted from the same commit on. False: another call was faster. */
    async moveOn(
      before: Progress | null,
      after: Progress | null,
      { isDone }: { readonly isDone: boolean },
    ): Promise<boolean> {
      const values = [before && JSON.stringify(before), after && JSON.stringify(after), isDone];
      return (await db.query(MOVE_ON, values)).rowCount === 1;
    },
    /** Pending; nothing where it is there. Without an external id that another charge has. */
    async insertCharge(charge: Charge, at: Date): Promise<boolean> {
      const { externalId } = charge;
      const insert = (externalIds: readonly (string | null)[]) =>
        db.query(INSERT_CHARGE, [...valuesOf(charge, at), ...externalIds]);
      const inserted = await insert([externalId, null]).catch((error: unknown) => {
        if (externalId !== null && isUniqueViolation(error)) return insert([null, externalId]);
        throw error;
      });
      return inserted.rowCount === 1;
    },
    /** False where it is there. */
    insertRefund: (refund: LostRefund): Promise<boolean> =>
      transact(db, (tx) => insertLost(tx, toReturn(refund), 'recovery')),
    /** Charges that came back without their external id since then. */
    async reusedExternalIds(from: Date): Promise<readonly ReusedExternalId[]> {
      return (await db.query<ReusedExternalId>(REUSED_EXTERNAL_IDS, [from])).rows;
    },
  };
}

export type RestoreStore = ReturnType<typeof restoreStore>;

function valuesOf(charge: Charge, at: Date): unknown[] {
  const { id, accountId, paymentLinkId, txid, emv, value, originalValue, fee } = charge;
  const { createdAt, expiresAt, description, feePlan, metadata } = charge;
  const figures = [value, originalValue, fee, createdAt, expiresAt];
  const plan = feePlan && JSON.stringify(feePlan);
  const more = [description, plan, overdueAt(charge), at, JSON.stringify(metadata)];
  return [id, accountId, paymentLinkId, txid, emv, ...figures, ...more];
}

/** The key of its request is lost, too; its id follows from that key, so a repeated request finds it. */
function toReturn({ refundId: id, chargeId, accountId, failure, ...refund }: LostRefund) {
  const { endToEndId, valueCents, createdAt } = refund;
  const names = { id, endToEndId, bankId: bankIdOf(id, 'CLIENT'), origin: 'CLIENT' } as const;
  const status = failure ? ReturnStatus.Failed : ReturnStatus.Processing;
  const charge = { id: chargeId, accountId };
  return newReturn({ ...names, charge, valueCents, createdAt, failure, status, attempt: 1 });
}
