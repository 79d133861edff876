import type { Requester } from '@entrada/platform/identity/requester';
import type { ClientBase } from 'pg';
import type { Charge, ChargeStatus, Source } from '../domain/charge.ts';
import type { ReturnStatus } from '../domain/payment-return.ts';
import type { ExceptionKind } from '../domain/settle.ts';
import type { TimelineEntry } from '../domain/views.ts';

const CREATED = `
  select created_trace, recovered_at, lost_external_id, requested_by, canceled_by from charge where id = $1`;

const MOVES = 'select to_status, at, source, trace_id from charge_move where charge_id = $1';

const EXCEPTIONS = `
  select exception, exception_cents, end_to_end_id, paid_at, found_at, found_by
    from payment where charge_id = $1 and exception is not null`;

const RETURNS = `
  select id, origin, value_cents, status, natureza, end_to_end_id, failure, failure_code, failed_at, settled_at, found_by,
         created_at, changed_at, trace_id, requested_by
    from payment_return where charge_id = $1 and origin <> 'OPERATOR'`;

/** The words that the account reads. */
const SHOWN: Readonly<Record<Source, string>> = {
  query: 'query',
  cancel: 'cancel',
  callback: 'callback',
  sweep: 'sweep',
  expiry: 'expiry_check',
  recheck: 'recheck',
  returns: 'returns',
};

type CreatedRow = {
  created_trace: string | null;
  recovered_at: Date | null;
  lost_external_id: string | null;
  requested_by: Requester | null;
  canceled_by: Requester | null;
};
type MoveRow = { to_status: ChargeStatus; at: Date; source: Source; trace_id: string | null };
type ExceptionRow = {
  exception: ExceptionKind;
  exception_cents: number;
  end_to_end_id: string;
  paid_at: Date;
  found_at: Date;
  found_by: Source;
};
type ReturnRow = {
  id: string;
  origin: 'CLIENT' | 'BANK';
  value_cents: number;
  status: ReturnStatus;
  natureza: string;
  end_to_end_id: string;
  failure: string | null;
  failure_code: string | null;
  failed_at: Date | null;
  settled_at: Date | null;
  /** A word of the table below; `recovery` where the books knew it. */
  found_by: string | null;
  created_at: Date;
  changed_at: Date;
  trace_id: string | null;
  requested_by: Requester | null;
};

/** What this service knows of a charge's timeline, in no order. */
export async function timelineOf(db: ClientBase, charge: Charge): Promise<TimelineEntry[]> {
  const { rows } = await db.query<CreatedRow>(CREATED, [charge.id]);
  const [created] = rows;
  const moves = await db.query<MoveRow>(MOVES, [charge.id]);
  const exceptions = await db.query<ExceptionRow>(EXCEPTIONS, [charge.id]);
  const returns = await db.query<ReturnRow>(RETURNS, [charge.id]);
  return [
    {
      at: charge.createdAt,
      kind: 'created',
      detail: {
        value: charge.value,
        expiresAt: charge.expiresAt.toISOString(),
        ...requestedBy(created?.requested_by),
      },
      traceId: created?.created_trace ?? null,
    },
    ...rows.flatMap(recovered),
    ...moves.rows.map((row) => moved(row, charge, created?.canceled_by)),
    ...exceptions.rows.map(suspended),
    ...returns.rows.flatMap((row) => (row.origin === 'CLIENT' ? refunded(row) : returned(row))),
  ];
}

/** Nothing where it is not known. */
function requestedBy(requester: Requester | null | undefined) {
  return requester && Object.keys(requester).length > 0 ? { requestedBy: requester } : {};
}

/** A restore had lost it, and what is known elsewhere was inserted again. */
function recovered({ recovered_at: at, lost_external_id: reusedExternalId }: CreatedRow) {
  if (!at) return [];
  const detail = reusedExternalId === null ? {} : { reusedExternalId };
  return [{ at, kind: 'recovered', detail, traceId: null }];
}

function moved(
  { to_status, at, source, trace_id }: MoveRow,
  charge: Charge,
  canceledBy: Requester | null | undefined,
): TimelineEntry {
  const paid =
    to_status === 'COMPLETED'
      ? { endToEndId: charge.endToEndId, paidAt: charge.paidAt?.toISOString() }
      : {};
  const by = to_status === 'CANCELED' ? requestedBy(canceledBy) : {};
  const detail = { source: SHOWN[source], ...paid, ...by };
  return { at, kind: to_status.toLowerCase(), detail, traceId: trace_id };
}

function suspended(row: ExceptionRow): TimelineEntry {
  const detail = {
    exception: row.exception,
    value: row.exception_cents,
    endToEndId: row.end_to_end_id,
    paidAt: row.paid_at.toISOString(),
    source: SHOWN[row.found_by],
  };
  return { at: row.found_at, kind: 'payment_exception', detail, traceId: null };
}

function refunded(row: ReturnRow): TimelineEntry[] {
  const detail = { refundId: row.id, value: row.value_cents };
  const requested = { ...detail, ...requestedBy(row.requested_by) };
  const failed = { ...detail, failure: row.failure, failureCode: row.failure_code };
  const { created_at: at, trace_id: traceId, failed_at: failedAt, changed_at: changedAt } = row;
  const entries = [{ at, kind: 'refund_requested', detail: requested, traceId }];
  if (failedAt) {
    entries.push({ at: failedAt, kind: 'refund_failed', detail: failed, traceId: null });
  }
  if (row.status === 'SETTLED' && failedAt) return [...entries, ...returned(row)];
  if (row.status === 'SETTLED') {
    entries.push({ at: changedAt, kind: 'refund_settled', detail, traceId: null });
  }
  return entries;
}

/** By the bank itself, or after it had refused. */
function returned(row: ReturnRow): TimelineEntry[] {
  if (row.status !== 'SETTLED') return [];
  const detail = {
    refundId: row.id,
    value: row.value_cents,
    origin: 'BANK',
    natureza: row.natureza,
    endToEndId: row.end_to_end_id,
    returnedAt: row.settled_at?.toISOString(),
    source: SHOWN[row.found_by as Source] ?? SHOWN.returns,
  };
  return [{ at: row.changed_at, kind: 'payment_returned', detail, traceId: null }];
}
