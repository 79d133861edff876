import { type AskedDecision, decidedBy } from '@entrada/approvals/decision';
import { AppError, isUnavailable } from '@entrada/platform/errors/app-error';
import { MINUTE_MS } from '@entrada/platform/time/units';
import {
  type PaymentReturn,
  RefundFailure,
  ReturnStatus,
  type UnrecordedFailure,
} from '../domain/payment-return.ts';
import { DENIED_MIN_MS } from '../domain/unclear.ts';
import type { Ports } from '../ports.ts';
import { endReturn } from './pursue-return.ts';

type Input = {
  readonly of: { readonly refundId: string } | { readonly exceptionId: string };
  readonly reason: string;
  readonly asked: AskedDecision;
};

/**
 * Ends a return as failed that would never end, because the bank says that it does not know the payment.
 * What was set aside is free again. If the bank returns the money after all, that is booked as a return of its own.
 */
export function failReturn(needs: Ports) {
  const { returns, bank, approvals, now } = needs;
  const record = recordFailure(needs);
  const end = endReturn(needs);

  const find = async ({ of }: Input): Promise<PaymentReturn> => {
    const found =
      'refundId' in of
        ? await returns.find(of.refundId)
        : await returns.findOfException(of.exceptionId);
    if (!found || ('refundId' in of && found.origin !== 'CLIENT')) throw notFound(of);
    return found;
  };

  /** By its last replies, and by its word at this moment. */
  const requireDenied = async (one: PaymentReturn): Promise<void> => {
    if (one.status !== ReturnStatus.Processing) throw hasEnded(one);
    if (one.deniedSince === null) throw notDenied();
    const failableAt = new Date(one.deniedSince.getTime() + DENIED_MIN_MS);
    if (failableAt > now()) throw deniedTooShortly(one.deniedSince, failableAt);
    // A bank that knows the payment again would make the return that it did not make before.
    const known = (await bank.payment(one.endToEndId)) ?? (await bank.findRefund(one));
    if (known) throw notDenied();
  };

  return async (input: Input): Promise<PaymentReturn> => {
    const { asked, reason } = input;
    const one = await find(input);
    await requireDenied(one);
    const approved = await approvals.check(asked);
    const operator = decidedBy(asked.operator, approved);
    const about = { endToEndId: one.endToEndId, value: one.valueCents };
    const auditLine = {
      actor: `operator:${asked.operator}`,
      action: 'return.failed',
      subject: `return:${one.id}`,
      accountId: one.accountId ?? '',
      detail: { ...input.of, ...about, operator, reason, ...approved },
    };
    const status = ReturnStatus.Failed;
    const failure = RefundFailure.BankDenied;
    const how = {
      status,
      at: now(),
      failure,
      chargeCents: 0,
      isRefusal: false,
      auditLine,
    } as const;
    const isEnded = await end(one, how, approved);
    if (!isEnded) throw hasEnded((await returns.find(one.id)) ?? one);
    await record({ id: one.id, auditLine }).catch(orLater);
    await approvals.finish(approved);
    return one;
  };
}

/** The process that ends a return records it first. */
const RECORDED_LATE_MS = MINUTE_MS;
const RECORDED_AT_ONCE_MAX = 20;

/** Records in the audit log what operators ended and a crash left unrecorded. True when there may be more. */
export function recordFailures(needs: Ports) {
  const { returns, now } = needs;
  const record = recordFailure(needs);
  return async (): Promise<boolean> => {
    const until = new Date(now().getTime() - RECORDED_LATE_MS);
    const unrecorded = await returns.unrecorded(until, RECORDED_AT_ONCE_MAX);
    for (const one of unrecorded) await record(one);
    return unrecorded.length === RECORDED_AT_ONCE_MAX;
  };
}

function recordFailure({ returns, recordAudit }: Ports) {
  return async ({ id, auditLine }: UnrecordedFailure): Promise<void> => {
    await recordAudit(auditLine);
    await returns.markRecorded(id);
  };
}

/** The job records it when the audit log is available again. */
function orLater(error: unknown): void {
  if (!isUnavailable(error)) throw error;
}

function notFound(of: Input['of']): AppError {
  const what = 'refundId' in of ? `Refund not found: ${of.refundId}` : noneUnderWay(of.exceptionId);
  return new AppError('NOT_FOUND', what, { reason: 'refund_not_found' });
}

function noneUnderWay(exceptionId: string): string {
  return `No return of suspended payment ${exceptionId} is under way`;
}

function hasEnded({ status }: PaymentReturn): AppError {
  const message = `It has ended already: ${status}`;
  return new AppError('CONFLICT', message, { reason: 'return_ended' });
}

function notDenied(): AppError {
  const message =
    'The bank does not deny this payment: the return goes on by itself; ask the bank how it stands';
  return new AppError('CONFLICT', message, { reason: 'return_not_denied' });
}

function deniedTooShortly(since: Date, failableAt: Date): AppError {
  const message =
    `The bank denies this payment since ${since.toISOString()}: ask the bank, and if it still does, ` +
    `repeat this after ${failableAt.toISOString()}`;
  return new AppError('CONFLICT', message, { reason: 'return_not_denied' });
}
