import { prepared } from '@entrada/platform/db/prepared';
import { appendToOutbox, eventIdOf } from '@entrada/platform/events/outbox';
import type { Requester } from '@entrada/platform/identity/requester';
import { storedDayOf } from '@entrada/platform/time/units';
import type { ClientBase, Pool } from 'pg';
import type { Charge } from '../domain/charge.ts';
import { type Idempotency, keyReused } from '../domain/client-text.ts';
import {
  idOfOwn,
  newReturn,
  type PaymentReturn,
  type ReportedReturn,
  type RequestedReturn,
  type ReturnEnd,
  type ReturnedPayment,
  type ReturnOrigin,
  ReturnStatus,
  type UnrecordedFailure,
} from '../domain/payment-return.ts';
import { exceptionIdOf, returnEvents } from '../events/encode.ts';
import { type Db, RETURN_COLUMNS, type ReturnRow, toReturn, traceId } from './rows.ts';

const FIND_PAYMENT = `
  select end_to_end_id as "endToEndId", txid, charge_id as "chargeId", completes,
         case when completes then coalesce(exception_cents, 0) else 0 end as "surplusCents"
    from payment where end_to_end_id = $1`;

const FIND = `select ${RETURN_COLUMNS} from payment_return where id = $1`;

const OF_OPERATORS = `
  select ${RETURN_COLUMNS} from payment_return where status = 'PROCESSING' and origin = 'OPERATOR'`;

const OF_PAYMENTS = `select ${RETURN_COLUMNS} from payment_return where end_to_end_id = any($1::text[])`;

const FIND_REFUND = `select ${RETURN_COLUMNS}, fingerprint from payment_return where id = $1`;

const UNDER_WAY = `
  select coalesce(sum(value_cents), 0)::bigint as cents
    from payment_return
   where charge_id = $1 and status = 'PROCESSING' and origin = 'CLIENT'`;

const SUM_RETURNED = `
  select coalesce(sum(value_cents), 0)::bigint as cents
    from payment_return
   where charge_id = $1 and status = 'SETTLED'`;

/** The request that stores a return of ours is the first to pursue it; the job takes over after that. */
const FIRST_CHECK_AFTER_MS = 30_000;

// Its conflict names no index: a concurrent insert of the same return may meet any of them first.
const INSERT = `
  insert into payment_return (id, end_to_end_id, bank_id, origin, charge_id, account_id, value_cents, charge_cents,
                              status, reason, natureza, failure, failure_code, created_at, settled_at, attempt,
                              denied_since, changed_at, check_at, found_by, trace_id, requested_by,
                              idempotency_key, fingerprint, counted_on)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23,
          $24, $25)
      on conflict do nothing`;

/** It was within the limit when it was made, so it is counted whatever holds now. */
const COUNT_AGAIN = `
  insert into velocity_day (account_id, kind, day, made, cents)
  values ($1, 'refund', $2, 1, $3)
      on conflict (account_id, kind, day) do update
     set made = velocity_day.made + 1, cents = velocity_day.cents + excluded.cents`;

/** Takes a refund that has failed off what its day counts, if it was counted at all. */
const UNCOUNT = `
  update velocity_day
     set made = made - 1, cents = cents - payment_return.value_cents
    from payment_return
   where payment_return.id = $1
     and velocity_day.account_id = payment_return.account_id
     and kind = 'refund'
     and day = payment_return.counted_on`;

/** A refusal counts only where nobody has taken the return up since it was asked for. */
const END = `
  update payment_return
     set status = $2, settled_at = $3, charge_cents = $4, changed_at = $5, value_cents = $9,
         failure = coalesce($6, failure), failure_code = coalesce($7, failure_code),
         failed_at = case $2 when 'FAILED' then $5 else failed_at end, denied_since = null,
         audit_line = coalesce($10, audit_line)
   where id = $1 and status <> 'SETTLED' and status <> $2
     and ($8::integer is null or (status = 'PROCESSING' and attempt = $8))`;

/** Any end is a change of the charge, so that the auditor looks at it. */
const CHANGE_CHARGE = 'update charge set refunded_cents = $2, changed_at = $3 where id = $1';

/**
 * Often at first, then less and less: some banks take days. Two replicas may still pursue one return at once: the id at
 * the bank and `END` allow one return and one end.
 */
const CLAIM_DUE = `
  update payment_return
     set attempt = attempt + 1,
         check_at = $1::timestamptz
                    + least(interval '10 minutes', greatest(interval '15 seconds', ($1::timestamptz - created_at) / 10))
   where id = any (array(
           select id from payment_return
            where status = 'PROCESSING' and check_at <= $1
            order by check_at
            limit $2
              for update skip locked))
  returning ${RETURN_COLUMNS}`;

const EXPEDITE = `update payment_return set check_at = least(check_at, $2) where id = $1 and status = 'PROCESSING'`;

const NOTE_DENIED = `update payment_return set denied_since = $2 where id = $1 and status = 'PROCESSING'`;

const UNRECORDED = `
  select id, audit_line as "auditLine"
    from payment_return
   where audit_line is not null and failed_at <= $1
   order by failed_at
   limit $2`;

const MARK_RECORDED = 'update payment_return set audit_line = null where id = $1';

/** Where a return comes from. */
type ReturnSource = {
  /** What found it at the bank or on the books; else somebody asks for it now. */
  readonly foundBy?: string;
  readonly idempotency?: Idempotency;
  readonly requester?: Requester;
  /** The day on whose limits it counts; null: nothing limits it. */
  readonly countedOn?: Date | null;
};

export function returnStore(db: Pool) {
  return {
    find: (id: string) => findReturn(db, id),
    /** What went back of all payments of a charge, also of those that did not complete it. */
    async returnedCents({ id }: Charge): Promise<number> {
      const { rows } = await db.query<{ cents: number }>(prepared(SUM_RETURNED, [id]));
      return rows[0]?.cents ?? 0;
    },
    /** All returns of these payments. */
    ofPayments: (endToEndIds: readonly string[]): Promise<readonly PaymentReturn[]> =>
      returnsOf(db, endToEndIds),
    /** The one under way that an operator asked for. */
    async findOfException(exceptionId: string): Promise<PaymentReturn | null> {
      // Few are under way at a time; the id of an exception follows from its payment.
      const { rows } = await db.query<ReturnRow>(OF_OPERATORS);
      const own = rows.find(({ endToEndId }) => exceptionIdOf(endToEndId) === exceptionId);
      return own ? toReturn(own) : null;
    },
    /** Those that have not ended and are due; each goes to one caller. */
    async claimDue(now: Date, limit: number): Promise<readonly PaymentReturn[]> {
      const { rows } = await db.query<ReturnRow>(prepared(CLAIM_DUE, [now, limit]));
      return rows.map(toReturn);
    },
    /** Since when the bank does not know its payment; null: it does. */
    async noteDenied(id: string, since: Date | null): Promise<void> {
      await db.query(NOTE_DENIED, [id, since]);
    },
    /** What operators ended by then and is not in the audit log yet, oldest first. */
    unrecorded: async (until: Date, limit: number): Promise<readonly UnrecordedFailure[]> =>
      (await db.query<UnrecordedFailure>(UNRECORDED, [until, limit])).rows,
    async markRecorded(id: string): Promise<void> {
      await db.query(MARK_RECORDED, [id]);
    },
  };
}

async function findReturn(db: Db, id: string): Promise<PaymentReturn | null> {
  const { rows } = await db.query<ReturnRow>(prepared(FIND, [id]));
  return rows[0] ? toReturn(rows[0]) : null;
}

export async function returnsOf(db: Db, endToEndIds: readonly string[]): Promise<PaymentReturn[]> {
  const { rows } = await db.query<ReturnRow>(prepared(OF_PAYMENTS, [endToEndIds]));
  return rows.map(toReturn);
}

/** Null where nobody has stored the payment. */
export async function findReturnedPayment(
  tx: ClientBase,
  endToEndId: string,
): Promise<ReturnedPayment | null> {
  const { rows } = await tx.query<ReturnedPayment>(prepared(FIND_PAYMENT, [endToEndId]));
  return rows[0] ?? null;
}

export async function findRefund(tx: ClientBase, id: string): Promise<RequestedReturn | null> {
  const { rows } = await tx.query<ReturnRow & Pick<RequestedReturn, 'fingerprint'>>(FIND_REFUND, [
    id,
  ]);
  return rows[0] ? toReturn(rows[0]) : null;
}

/** What refunds of the charge that have not ended will return. */
export async function refundsUnderWayCents(tx: ClientBase, chargeId: string): Promise<number> {
  const { rows } = await tx.query<{ cents: number }>(UNDER_WAY, [chargeId]);
  return rows[0]?.cents ?? 0;
}

/** Stored before anybody is asked for it. False where the return is there already. */
export async function insertReturn(
  tx: ClientBase,
  one: PaymentReturn,
  { foundBy, idempotency, requester, countedOn }: ReturnSource,
): Promise<boolean> {
  const isFound = foundBy !== undefined;
  const checkAt = isFound
    ? one.createdAt
    : new Date(one.createdAt.getTime() + FIRST_CHECK_AFTER_MS);
  const names = [one.id, one.endToEndId, one.bankId, one.origin, one.chargeId, one.accountId];
  const { valueCents, chargeCents, status, reason, natureza, failure } = one;
  const what = [valueCents, chargeCents, status, reason, natureza, failure?.text, failure?.code];
  const when = [one.createdAt, one.settledAt, one.attempt, one.deniedSince, one.createdAt, checkAt];
  const source = [foundBy, isFound ? null : traceId(), requester];
  const request = [idempotency?.key, idempotency?.fingerprint, countedOn];
  const values = [...names, ...what, ...when, ...source, ...request];
  const { rowCount } = await tx.query(prepared(INSERT, values));
  // Requests for one charge wait for each other, so the key was used for another charge meanwhile.
  if (rowCount === 0 && idempotency) throw keyReused();
  return rowCount === 1;
}

/** A refund of ours that this database lost. One that has not failed counts on the limit of its day again. */
export async function insertLost(
  tx: ClientBase,
  one: PaymentReturn,
  foundBy: string,
): Promise<boolean> {
  const isCounted = one.origin === 'CLIENT' && one.status !== ReturnStatus.Failed;
  const countedOn = isCounted ? new Date(storedDayOf(one.createdAt)) : null;
  const isNew = await insertReturn(tx, one, { foundBy, countedOn });
  if (isNew && countedOn) await tx.query(COUNT_AGAIN, [one.accountId, countedOn, one.valueCents]);
  return isNew;
}

/** As the bank reports it; null where it is there. Its id follows from its key, or is the one that we gave it. */
export async function insertFound(
  tx: ClientBase,
  { payment, charge }: { readonly payment: ReturnedPayment; readonly charge: Charge | null },
  { origin, reported }: { readonly origin: ReturnOrigin; readonly reported: ReportedReturn },
  foundBy: string,
  createdAt: Date,
): Promise<PaymentReturn | null> {
  const { endToEndId } = payment;
  const { bankId, valueCents, natureza } = reported;
  const id =
    origin === 'BANK' ? eventIdOf('payment-return', `${endToEndId} ${bankId}`) : idOfOwn(bankId);
  const names = { id, endToEndId, bankId, origin, charge };
  const found = newReturn({ ...names, valueCents, natureza, createdAt });
  return (await insertLost(tx, found, foundBy)) ? found : null;
}

/** Publishes the end. False when it has ended before, or is no longer as the caller knew it. */
export async function endReturn(
  tx: ClientBase,
  about: { readonly payment: ReturnedPayment; readonly charge: Charge | null },
  one: PaymentReturn,
  end: ReturnEnd,
): Promise<boolean> {
  const settledAt = end.status === ReturnStatus.Settled ? end.at : null;
  const how = [end.status, settledAt, end.chargeCents, end.recordedAt];
  const why = [end.failure?.text, end.failure?.code, end.isRefusal ? one.attempt : null];
  const values = [one.id, ...how, ...why, end.valueCents, end.auditLine];
  const { rowCount } = await tx.query(prepared(END, values));
  if (rowCount !== 1) return false;
  if (end.status === ReturnStatus.Failed) await tx.query(UNCOUNT, [one.id]);
  const { charge } = about;
  const after = charge && {
    ...charge,
    // Never above the value, also where a return of the bank settled beside it.
    refundedCents: Math.min(charge.value, charge.refundedCents + end.chargeCents),
  };
  if (after) {
    await tx.query(prepared(CHANGE_CHARGE, [after.id, after.refundedCents, end.recordedAt]));
  }
  await appendToOutbox(tx, returnEvents({ ...about, charge: after }, one, end));
  return true;
}

/** The bank has news of it: it is due now. */
export async function expedite(tx: ClientBase, id: string, now: Date): Promise<void> {
  await tx.query(prepared(EXPEDITE, [id, now]));
}
