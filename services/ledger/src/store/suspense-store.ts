import type { AuditLine } from '@entrada/approvals/decision';
import type { PaymentExceptionInput } from '@entrada/contracts/gen/events/v1/PaymentException';
import { pageOf } from '@entrada/platform/db/page';
import { prepared } from '@entrada/platform/db/prepared';
import { rowParameters } from '@entrada/platform/db/row-parameters';
import { EVERY_ACCOUNT, queryAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { TakenFromSuspense } from '../domain/payment-return.ts';
import type { Place } from '../domain/statement.ts';
import type { Resolution, SuspenseItem } from '../domain/suspense.ts';
import { exceptionIn } from '../events/decode.ts';

const SUSPENDED = rowParameters({
  exceptionId: 'text',
  kind: 'text',
  amountCents: 'bigint',
  holderId: 'uuid',
  chargeId: 'text',
  paymentLinkId: 'uuid',
  endToEndId: 'text',
  suspendedAt: 'timestamptz',
  payerName: 'text',
  payerDocument: 'text',
});
const SUSPEND = `
  insert into suspended_payment (${SUSPENDED.columns}) select * from ${SUSPENDED.rows}`;

/** A payment in suspense as the domain names its parts. */
export const SUSPENSE_COLUMNS = `exception_id as "exceptionId", kind, amount_cents as "amountCents", holder_id as "holderId",
         charge_id as "chargeId", payment_link_id as "paymentLinkId", end_to_end_id as "endToEndId",
         suspended_at as "suspendedAt", resolution, credited_to as "creditedTo", returned_cents as "returnedCents",
         asked_cents as "askedCents", return_id as "returnId", failure,
         case when payer_name is not null and payer_document is not null
              then jsonb_build_object('name', payer_name, 'document', payer_document) end as payer`;

const LOCK = `select ${SUSPENSE_COLUMNS} from suspended_payment where exception_id = $1 for update`;

/** The process that decides a return hands it over first; others may claim it after that time. */
const DECIDE = `
  update suspended_payment
     set resolution = $2, credited_to = $3, resolved_at = $4, resolved_by = $5, reason = $6,
         asked_cents = $7, failure = null, ask_at = clock_timestamp() + interval '30 seconds',
         audit_line = $8, return_id = $9
   where exception_id = $1`;

/** The process that decides records it first; the job does after that time. */
const UNRECORDED = `
  select exception_id as "exceptionId", audit_line as line
    from suspended_payment
   where audit_line is not null and (exception_id = $1 or ($1::text is null and ask_at <= now()))
   limit $2`;

// Unless it was decided again meanwhile.
const RECORDED =
  'update suspended_payment set audit_line = null where exception_id = $1 and audit_line = $2';

/**
 * What the bank took of it by itself; when nothing is left there is nothing more to decide. The return that was decided
 * ends the decision.
 */
const TAKE = `
  update suspended_payment as s
     set returned_cents = s.returned_cents + taken.by_bank_cents,
         resolution = case when taken.is_decided then 'REFUNDED'
                           when s.returned_cents + taken.by_bank_cents = s.amount_cents then 'RETURNED'
                           else s.resolution end,
         resolved_at = case when taken.is_decided then coalesce(s.resolved_at, $4)
                            when s.returned_cents + taken.by_bank_cents = s.amount_cents then $4
                            else s.resolved_at end,
         return_id = case when taken.is_decided then null else s.return_id end
    from unnest($1::text[], $2::bigint[], $3::boolean[]) as taken (exception_id, by_bank_cents, is_decided)
   where s.exception_id = taken.exception_id`;

const FIND_EVENT = 'select event from ledger_transaction where id = $1';

const LIST = `
  select ${SUSPENSE_COLUMNS} from suspended_payment
   where (suspended_at, exception_id) > ($1, $2)
   order by suspended_at, exception_id
   limit $3`;

const LIST_UNDECIDED = `
  select ${SUSPENSE_COLUMNS} from suspended_payment
   where (resolution is null or resolution = 'REFUNDING') and (suspended_at, exception_id) > ($1, $2)
   order by suspended_at, exception_id
   limit $3`;

const THIS_PAGE = `
     and (suspended_at, exception_id) > ($1, $2)
     and ($5 or resolution is null or resolution = 'REFUNDING')
   order by suspended_at, exception_id
   limit $3`;

/**
 * The account's own, and those of no account that were credited to it; each half has an index of its own.
 * Oldest first: a cursor stays good while payments arrive.
 */
const LIST_OF_ACCOUNT = `
  (select ${SUSPENSE_COLUMNS} from suspended_payment where holder_id = $4 ${THIS_PAGE})
  union all
  (select ${SUSPENSE_COLUMNS} from suspended_payment
    where credited_to = $4 and holder_id <> $4 ${THIS_PAGE})
   order by "suspendedAt", "exceptionId"
   limit $3`;

const SUM =
  'select coalesce(sum(suspense_cents), 0)::bigint as cents from account where suspense_cents > 0';

const SUM_OWED =
  'select coalesce(sum(owed_cents), 0)::bigint as cents from account where owed_cents > 0';

export async function insertSuspended(
  tx: ClientBase,
  items: readonly SuspenseItem[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ payer, ...item }) => {
    return { ...item, payerName: payer?.name ?? null, payerDocument: payer?.document ?? null };
  });
  await tx.query(prepared(SUSPEND, SUSPENDED.values(rows)));
}

export async function takeFromSuspense(
  tx: ClientBase,
  taken: readonly TakenFromSuspense[],
  at: Date,
): Promise<void> {
  if (taken.length === 0) return;
  // A row is updated once a statement, however often the batch names it.
  const byException = Map.groupBy(taken, ({ exceptionId }) => exceptionId);
  const byBank = [...byException.values()].map((own) =>
    own.reduce((sum, { cents, isDecided }) => (isDecided ? sum : sum + cents), 0),
  );
  const decided = [...byException.values()].map((own) => own.some(({ isDecided }) => isDecided));
  await tx.query(prepared(TAKE, [[...byException.keys()], byBank, decided, at]));
}

export async function lockSuspended(
  tx: ClientBase,
  exceptionId: string,
): Promise<SuspenseItem | null> {
  const { rows } = await tx.query<SuspenseItem>(prepared(LOCK, [exceptionId]));
  return rows[0] ?? null;
}

/** The exception in what was published by the transaction that suspended it. */
export async function exceptionMessage(
  tx: ClientBase,
  transactionId: string,
): Promise<PaymentExceptionInput> {
  type Row = { event: Buffer | null };
  const { rows } = await tx.query<Row>(prepared(FIND_EVENT, [transactionId]));
  const exception = rows[0]?.event && exceptionIn(rows[0].event);
  if (!exception)
    throw new Error(`transaction ${transactionId} has no event of a suspended payment`);
  return exception;
}

/** A decision as it is stored. */
export type SuspenseDecision = {
  readonly exceptionId: string;
  readonly resolution: Resolution;
  readonly creditedTo: string | null;
  /** Null where it is credited. */
  readonly askedCents: number | null;
  readonly returnId: string | null;
  readonly at: Date;
  readonly operator: string;
  readonly reason: string;
  /** For the audit log. */
  readonly line: AuditLine;
};

/** A decision that is not in the audit log yet. */
type UnrecordedDecision = { readonly exceptionId: string; readonly line: AuditLine };

export async function decideSuspended(tx: ClientBase, decided: SuspenseDecision): Promise<void> {
  const { exceptionId, resolution, creditedTo, askedCents, at, operator, reason } = decided;
  const what = [exceptionId, resolution, creditedTo, at, operator, reason, askedCents];
  await tx.query(prepared(DECIDE, [...what, decided.line, decided.returnId]));
}

/** Decisions that are not in the audit log yet; of one payment where it is given. */
export async function unrecordedDecisions(
  db: Pool,
  exceptionId: string | null,
  limit: number,
): Promise<readonly UnrecordedDecision[]> {
  const { rows } = await queryAs<UnrecordedDecision>(
    db,
    EVERY_ACCOUNT,
    prepared(UNRECORDED, [exceptionId, limit]),
  );
  return rows;
}

export async function markRecorded(
  db: Pool,
  { exceptionId, line }: UnrecordedDecision,
): Promise<void> {
  await queryAs(db, EVERY_ACCOUNT, prepared(RECORDED, [exceptionId, line]));
}

export type SuspenseQuery = {
  readonly limit: number;
  readonly after: Place | null;
  readonly withResolved: boolean;
  /** Null: every account's, and nobody's. */
  readonly accountId: string | null;
};

export async function listSuspense(
  db: Pool,
  { limit, after, withResolved, accountId }: SuspenseQuery,
): Promise<{ readonly items: readonly SuspenseItem[]; readonly next: Place | null }> {
  // One more than asked for tells whether there is a next page.
  const place = [after?.at ?? '-infinity', after?.id ?? '', limit + 1];
  const all = withResolved ? LIST : LIST_UNDECIDED;
  const query = accountId
    ? prepared(LIST_OF_ACCOUNT, [...place, accountId, withResolved])
    : prepared(all, place);
  const { rows } = await queryAs<SuspenseItem>(db, accountId ?? EVERY_ACCOUNT, query);
  const placeOf = ({ suspendedAt: at, exceptionId: id }: SuspenseItem) => ({ at, id });
  const { rows: items, next } = pageOf(rows, limit, placeOf);
  return { items, next };
}

/** Cents in suspense, of holders and of the platform. */
export async function suspenseCents(db: Pool): Promise<number> {
  const { rows } = await queryAs<{ cents: number }>(db, EVERY_ACCOUNT, prepared(SUM));
  return rows[0]?.cents ?? 0;
}

/** Cents that holders owe. */
export async function owedCents(db: Pool): Promise<number> {
  const { rows } = await queryAs<{ cents: number }>(db, EVERY_ACCOUNT, prepared(SUM_OWED));
  return rows[0]?.cents ?? 0;
}
