import { LIMITS } from '@entrada/contracts/limits';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { idempotencyOf } from './http/idempotency.ts';
import { depositJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf, requesterOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { subjectId } from './http/subject-id.ts';
import { chargeReplies } from './replies/charge-reply.ts';
import { CSV_PAGE_SIZE, sendCsv } from './replies/csv.ts';
import { DEPOSIT_COLUMNS } from './replies/deposit-csv.ts';
import { requireWholeList } from './requests/csv.ts';
import { depositQuery, depositsQuery, newDeposit } from './requests/deposits.ts';
import { valueHint } from './requests/value-hint.ts';

const MS = 1_000;

type Options = { readonly publicBaseUrl: string; readonly requestTimeoutMs: number };

export function depositRoutes(router: Router, app: App, guard: Guard, options: Options): void {
  const { requestTimeoutMs } = options;
  const reply = chargeReplies(options.publicBaseUrl);
  router
    .route('/api/deposit')
    .post(guard.caller('deposits:write'), depositJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const input = { accountId, ...depositIn(request.body) };
      const idempotency = idempotencyOf(request, '/api/deposit');
      const { charge, replayed } = await app.createCharge({
        ...input,
        idempotency,
        requester: requesterOf(response),
      });
      if (replayed) response.setHeader('Idempotent-Replayed', 'true');
      response
        .status(201)
        .location(`/api/deposit/${charge.paymentLinkId}`)
        .json({ success: true, charge: reply.created(charge) });
    })
    .get(guard.caller('deposits:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const { format, tz, sep, ...query } = parse(depositsQuery, request.query);
      if (format === 'csv') {
        requireWholeList(request.query);
        return sendCsv(response, {
          name: 'deposits.csv',
          columns: DEPOSIT_COLUMNS,
          format: { tz, sep, byteOrderMark: true },
          pageAt: (cursor) =>
            app.listCharges({ ...query, accountId, limit: CSV_PAGE_SIZE, cursor }),
        });
      }
      const { items, nextCursor } = await app.listCharges({ accountId, ...query });
      const charges = items.map(reply.queried);
      response.json({ success: true, charges, nextCursor });
    })
    .all(methodNotAllowed('GET', 'POST'));
  router
    .route('/api/deposit/:paymentLinkId')
    .get(guard.caller('deposits:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const paymentLinkId = String(request.params.paymentLinkId);
      const { wait } = parse(depositQuery, request.query);
      using slot = wait === 0 ? null : app.takeWaitSlot(accountId);
      const waitSeconds = slot ? wait : 0;
      const own = { accountId, paymentLinkId, waitSeconds };
      // The wait comes in addition to the time that any request may take.
      const { charge, statusSource } = await (waitSeconds === 0
        ? app.getCharge(own)
        : withNewDeadline(Date.now() + waitSeconds * MS + requestTimeoutMs, () =>
            app.getCharge(own),
          ));
      response
        .set('X-Status-Source', statusSource)
        .json({ success: true, charge: reply.queried(charge) });
    })
    .delete(guard.caller('deposits:write'), async (request, response) => {
      const { accountId } = callerOf(response);
      const paymentLinkId = subjectId(request.params.paymentLinkId);
      const charge = await cancel(app, {
        accountId,
        paymentLinkId,
        requester: requesterOf(response),
      });
      response.json({ success: true, charge: reply.queried(charge) });
    })
    .all(methodNotAllowed('GET', 'DELETE'));
}

type Own = { readonly accountId: string; readonly paymentLinkId: string };

function cancel(app: App, own: Parameters<App['cancelCharge']>[0]) {
  return app.audited({
    accountId: own.accountId,
    requester: own.requester,
    action: 'deposit.canceled',
    subject: `deposit:${own.paymentLinkId}`,
    act: () => app.cancelCharge(own).catch((error) => explainPaid(error, app, own)),
  });
}

/** The sentence of a refused cancellation is part of the contract; what to do instead is not in it. */
async function explainPaid(error: unknown, app: App, own: Own): Promise<never> {
  if (!(error instanceof AppError) || error.reason !== 'charge_not_pending') throw error;
  const found = await app.getCharge({ ...own, waitSeconds: 0 }).catch(() => null);
  if (found?.charge.status !== 'COMPLETED') throw error;
  const hint = `It is paid: refund it instead, with POST /api/deposit/${own.paymentLinkId}/refund.`;
  throw new AppError(error.code, error.message, { reason: error.reason, hint });
}

/** The errors of `value` and `expiresIn` have texts and codes of their own, and come first. */
function depositIn(body: unknown) {
  const parsed = newDeposit.safeParse(body);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const isWrong = (field: string) => issues.some(({ path }) => path[0] === field);
  if (isWrong('value') || Array.isArray(body) || body === undefined) {
    const options = { reason: 'invalid_value', hint: valueHint(body) } as const;
    throw fieldError('value', 'must be a positive integer (cents)', options);
  }
  if (isWrong('expiresIn')) {
    const { charge } = LIMITS;
    throw fieldError(
      'expiresIn',
      `must be between ${charge.expiresInSecondsMin} and ${charge.expiresInSecondsMax} seconds`,
      { code: 'OUT_OF_RANGE', reason: 'expires_in_out_of_range' },
    );
  }
  return parse(newDeposit, body);
}
