import { EVERY_ACCOUNT, transactAs } from '@entrada/platform/db/scope';
import type { ClientBase, Pool } from 'pg';
import type { TakenFromSuspense } from '../domain/bank-return.ts';
import type { ExceptionKind } from '../domain/payment-bookings.ts';
import type { Resolution, SuspenseItem } from '../domain/suspense.ts';
import type { Decided, SuspenseQuery, UnrecordedDecision } from '../ports.ts';

const SUSPEND = {
  name: 'insert-suspended',
  text: `
  insert into suspended_payment
         (exception_id, kind, amount_cents, holder_id, charge_id, payment_link_id, end_to_end_id,
          suspended_at, payer_name, payer_document)
  select *
    from unnest($1::text[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::uuid[],
                $7::text[], $8::timestamptz[], $9::text[], $10::text[])`,
};

export const SUSPENSE_COLUMNS = `exception_id, kind, amount_cents, holder_id, charge_id, payment_link_id,
         end_to_end_id, suspended_at, resolution, credited_to, returned_cents, asked_cents,
         refusals, failure, payer_name, payer_document`;

const LOCK = {
  name: 'lock-suspended',
  text: `select ${SUSPENSE_COLUMNS} from suspended_payment where exception_id = $1 for update`,
};

/** The process that decides a return takes it further first; others may claim it after that time. */
const DECIDE = {
  name: 'decide-suspended',
  text: `
  update suspended_payment
     set resolution = $2, credited_to = $3, resolved_at = $4, resolved_by = $5, reason = $6,
         asked_cents = $7, failure = null, ask_at = clock_timestamp() + interval '30 seconds',
         audit_line = $8
   where exception_id = $1`,
};

/** The process that decides records it first; the job does after that time. */
const UNRECORDED = {
  name: 'unrecorded-decisions',
  text: `
  select exception_id as "exceptionId", audit_line as line
    from suspended_payment
   where audit_line is not null and (exception_id = $1 or ($1::text is null and ask_at <= now()))
   limit $2`,
};

// Unless it was decided again meanwhile.
const RECORDED = {
  name: 'mark-decision-recorded',
  text: 'update suspended_payment set audit_line = null where exception_id = $1 and audit_line = $2',
};

/** What the bank itself returned of it; when nothing is left there is nothing more to decide. */
const TAKE = {
  name: 'take-from-suspense',
  text: `
  update suspended_payment as s
     set returned_cents = s.returned_cents + taken.cents,
         resolution = case when s.returned_cents + taken.cents = s.amount_cents then 'RETURNED' else s.resolution end,
         resolved_at = case when s.returned_cents + taken.cents = s.amount_cents then $3 else s.resolved_at end
    from unnest($1::text[], $2::bigint[]) as taken (exception_id, cents)
   where s.exception_id = taken.exception_id`,
};

const LIST = {
  name: 'list-suspended',
  text: `
  select ${SUSPENSE_COLUMNS} from suspended_payment
   where (suspended_at, exception_id) > ($1, $2)
   order by suspended_at, exception_id
   limit $3`,
};

const LIST_UNDECIDED = {
  name: 'list-undecided',
  text: `
  select ${SUSPENSE_COLUMNS} from suspended_payment
   where (resolution is null or resolution = 'REFUNDING') and (suspended_at, exception_id) > ($1, $2)
   order by suspended_at, exception_id
   limit $3`,
};

const THIS_PAGE = `
     and (suspended_at, exception_id) > ($1, $2)
     and ($5 or resolution is null or resolution = 'REFUNDING')
   order by suspended_at, exception_id
   limit $3`;

/**
 * The account's own, and those of no account that were credited to it; each half has an index of its own.
 * Oldest first: a cursor stays good while payments arrive.
 */
const LIST_OF_ACCOUNT = {
  name: 'list-suspended-of-account',
  text: `
  (select ${SUSPENSE_COLUMNS} from suspended_payment where holder_id = $4 ${THIS_PAGE})
  union all
  (select ${SUSPENSE_COLUMNS} from suspended_payment
    where credited_to = $4 and holder_id <> $4 ${THIS_PAGE})
   order by suspended_at, exception_id
   limit $3`,
};

const SUM = {
  name: 'sum-suspense-accounts',
  text: 'select coalesce(sum(suspense_cents), 0)::bigint as cents from account where suspense_cents > 0',
};

const SUM_OWED = {
  name: 'sum-owed-accounts',
  text: 'select coalesce(sum(owed_cents), 0)::bigint as cents from account where owed_cents > 0',
};

export type SuspenseRow = {
  exception_id: string;
  kind: ExceptionKind;
  amount_cents: number;
  holder_id: string;
  charge_id: string | null;
  payment_link_id: string | null;
  end_to_end_id: string;
  suspended_at: Date;
  resolution: Resolution | null;
  credited_to: string | null;
  returned_cents: number;
  asked_cents: number | null;
  refusals: number;
  failure: string | null;
  payer_name: string | null;
  payer_document: string | null;
};

export async function insertSuspended(
  tx: ClientBase,
  items: readonly SuspenseItem[],
): Promise<void> {
  if (items.length === 0) return;
  await tx.query({
    ...SUSPEND,
    values: [
      items.map(({ exceptionId }) => exceptionId),
      items.map(({ kind }) => kind),
      items.map(({ amountCents }) => amountCents),
      items.map(({ holderId }) => holderId),
      items.map(({ chargeId }) => chargeId),
      items.map(({ paymentLinkId }) => paymentLinkId),
      items.map(({ endToEndId }) => endToEndId),
      items.map(({ suspendedAt }) => suspendedAt),
      items.map(({ payer }) => payer?.name ?? null),
      items.map(({ payer }) => payer?.document ?? null),
    ],
  });
}

export async function takeFromSuspense(
  tx: ClientBase,
  taken: readonly TakenFromSuspense[],
  at: Date,
): Promise<void> {
  if (taken.length === 0) return;
  // A row is updated once a statement, however often the batch names it.
  const sums = new Map<string, number>();
  for (const { exceptionId, cents } of taken) {
    sums.set(exceptionId, (sums.get(exceptionId) ?? 0) + cents);
  }
  await tx.query({ ...TAKE, values: [[...sums.keys()], [...sums.values()], at] });
}

export async function lockSuspended(
  tx: ClientBase,
  exceptionId: string,
): Promise<SuspenseItem | null> {
  const { rows } = await tx.query<SuspenseRow>({ ...LOCK, values: [exceptionId] });
  return rows[0] ? toItem(rows[0]) : null;
}

export async function decideSuspended(tx: ClientBase, decided: Decided): Promise<void> {
  const { exceptionId, resolution, creditedTo, askedCents, at, operator, reason } = decided;
  const what = [exceptionId, resolution, creditedTo, at, operator, reason, askedCents];
  const values = [...what, decided.line];
  await tx.query({ ...DECIDE, values });
}

/** Decisions that are not in the audit log yet; of one payment where it is given. */
export async function unrecordedDecisions(
  db: Pool,
  exceptionId: string | null,
  limit: number,
): Promise<readonly UnrecordedDecision[]> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<UnrecordedDecision>({ ...UNRECORDED, values: [exceptionId, limit] }),
  );
  return rows;
}

export async function markRecorded(
  db: Pool,
  { exceptionId, line }: UnrecordedDecision,
): Promise<void> {
  await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query({ ...RECORDED, values: [exceptionId, line] }),
  );
}

export async function findSuspended(
  db: Pool,
  { limit, after, withResolved, accountId }: SuspenseQuery,
): Promise<readonly SuspenseItem[]> {
  const place = [after?.at ?? '-infinity', after?.id ?? '', limit];
  const all = withResolved ? LIST : LIST_UNDECIDED;
  const query = accountId
    ? { ...LIST_OF_ACCOUNT, values: [...place, accountId, withResolved] }
    : { ...all, values: place };
  const { rows } = await transactAs(db, accountId ?? EVERY_ACCOUNT, (tx) =>
    tx.query<SuspenseRow>(query),
  );
  return rows.map(toItem);
}

export async function sumSuspense(db: Pool): Promise<number> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) => tx.query<{ cents: number }>(SUM));
  return rows[0]?.cents ?? 0;
}

export async function sumOwed(db: Pool): Promise<number> {
  const { rows } = await transactAs(db, EVERY_ACCOUNT, (tx) =>
    tx.query<{ cents: number }>(SUM_OWED),
  );
  return rows[0]?.cents ?? 0;
}

export function toItem(row: SuspenseRow): SuspenseItem {
  return {
    exceptionId: row.exception_id,
    kind: row.kind,
    amountCents: row.amount_cents,
    holderId: row.holder_id,
    chargeId: row.charge_id,
    paymentLinkId: row.payment_link_id,
    endToEndId: row.end_to_end_id,
    suspendedAt: row.suspended_at,
    resolution: row.resolution,
    creditedTo: row.credited_to,
    returnedCents: row.returned_cents,
    askedCents: row.asked_cents,
    refusals: row.refusals,
    failure: row.failure,
    payer: payerOf(row),
  };
}

function payerOf({ payer_name: name, payer_document: document }: SuspenseRow) {
  return name !== null && document !== null ? { name, document } : null;
}
