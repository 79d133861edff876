import type { Requester } from '@entrada/platform/identity/requester';
import type { ClientBase } from 'pg';
import { type Charge, SOURCES, type Source } from '../domain/charge.ts';
import type { PaymentReturn } from '../domain/payment-return.ts';
import type { ExceptionKind } from '../domain/settle.ts';
import type { TimelineEntry } from '../domain/views.ts';

const CREATED = `
  select created_trace as "traceId", recovered_at as "recoveredAt", lost_external_id as "reusedExternalId",
         requested_by as "requestedBy", canceled_by as "canceledBy"
    from charge where id = $1`;

const MOVES = `
  select to_status as status, at, source, trace_id as "traceId" from charge_move where charge_id = $1`;

const EXCEPTIONS = `
  select exception, exception_cents as value, end_to_end_id as "endToEndId", paid_at as "paidAt",
         found_at as at, found_by as source
    from payment where charge_id = $1 and exception is not null`;

const RETURNS = `
  select id, origin, value_cents as value, status, natureza, end_to_end_id as "endToEndId", failure,
         failure_code as "failureCode", failed_at as "failedAt", settled_at as "settledAt", found_by as "foundBy",
         created_at as "createdAt", changed_at as "changedAt", trace_id as "traceId", requested_by as "requestedBy"
    from payment_return where charge_id = $1 and origin <> 'OPERATOR'`;

/** The word that the account reads. */
function shown(source: string): string {
  return source === 'expiry' ? 'expiry_check' : source;
}

type CreatedRow = {
  readonly traceId: string | null;
  readonly recoveredAt: Date | null;
  readonly reusedExternalId: string | null;
  readonly requestedBy: Requester | null;
  readonly canceledBy: Requester | null;
};
type MoveRow = Pick<Charge, 'status'> &
  Pick<TimelineEntry, 'at' | 'traceId'> & { readonly source: Source };
type ExceptionRow = {
  readonly exception: ExceptionKind;
  readonly value: number;
  readonly endToEndId: string;
  readonly paidAt: Date;
  readonly at: Date;
  readonly source: Source;
};
type ReturnRow = Pick<
  PaymentReturn,
  'id' | 'origin' | 'status' | 'natureza' | 'endToEndId' | 'settledAt' | 'createdAt'
> & {
  readonly value: number;
  readonly failure: string | null;
  readonly failureCode: string | null;
  readonly failedAt: Date | null;
  /** A source; `recovery` where the books knew it. */
  readonly foundBy: string | null;
  readonly changedAt: Date;
  readonly traceId: string | null;
  readonly requestedBy: Requester | null;
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
        expiresAt: charge.expiresAt,
        ...byRequester(created?.requestedBy),
      },
      traceId: created?.traceId ?? null,
    },
    ...rows.flatMap(recovered),
    ...moves.rows.map((row) => moved(row, charge, created?.canceledBy)),
    ...exceptions.rows.map(suspended),
    ...returns.rows.flatMap((row) => (row.origin === 'CLIENT' ? refunded(row) : returned(row))),
  ];
}

/** Nothing where it is not known. */
function byRequester(requestedBy: Requester | null | undefined) {
  return requestedBy && Object.keys(requestedBy).length > 0 ? { requestedBy } : {};
}

/** A restore had lost it, and what is known elsewhere was inserted again. */
function recovered({ recoveredAt: at, reusedExternalId }: CreatedRow) {
  if (!at) return [];
  const detail = reusedExternalId === null ? {} : { reusedExternalId };
  return [{ at, kind: 'recovered', detail, traceId: null }];
}

function moved(
  { status, at, source, traceId }: MoveRow,
  { endToEndId, paidAt }: Charge,
  canceledBy: Requester | null | undefined,
): TimelineEntry {
  const paid = status === 'COMPLETED' ? { endToEndId, paidAt } : {};
  const by = status === 'CANCELED' ? byRequester(canceledBy) : {};
  return {
    at,
    kind: status.toLowerCase(),
    detail: { source: shown(source), ...paid, ...by },
    traceId,
  };
}

function suspended({ at, source, ...exception }: ExceptionRow): TimelineEntry {
  const detail = { ...exception, source: shown(source) };
  return { at, kind: 'payment_exception', detail, traceId: null };
}

function refunded(row: ReturnRow): TimelineEntry[] {
  const { createdAt: at, traceId, failedAt, changedAt, failure, failureCode } = row;
  const detail = { refundId: row.id, value: row.value };
  const requested = { ...detail, ...byRequester(row.requestedBy) };
  const entries = [{ at, kind: 'refund_requested', detail: requested, traceId }];
  if (failedAt) {
    const failed = { ...detail, failure, failureCode };
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
  const { id: refundId, value, natureza, endToEndId, settledAt: returnedAt } = row;
  const source = shown(SOURCES.find((one) => one === row.foundBy) ?? 'returns');
  const detail = { refundId, value, origin: 'BANK', natureza, endToEndId, returnedAt, source };
  return [{ at: row.changedAt, kind: 'payment_returned', detail, traceId: null }];
}
