import { AppError } from '@entrada/platform/errors/app-error';
import type { Router } from 'express';
import type { App } from '../app.ts';
import { type Caller, mayDo } from '../domain/caller.ts';
import { methodNotAllowed } from './http/errors.ts';
import { requiredIdempotencyOf } from './http/idempotency.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf, requesterOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { subjectId } from './http/subject-id.ts';
import { accountRefundsQuery, newRefund, refundsQuery } from './requests/deposits.ts';

export function refundRoutes(router: Router, app: App, guard: Guard): void {
  router.post(
    // Other APIs create in the list.
    ['/api/deposit/:paymentLinkId/refund', '/api/deposit/:paymentLinkId/refunds'],
    guard.caller('refunds:write'),
    guard.proof,
    smallJson,
    async (request, response) => {
      const caller = callerOf(response);
      const paymentLinkId = subjectId(request.params.paymentLinkId);
      const input = parse(newRefund, request.body);
      const idempotency = requiredIdempotencyOf(request, `/api/deposit/${paymentLinkId}/refund`);
      const { accountId } = caller;
      const requester = requesterOf(response);
      const refunded = () =>
        app
          .refundCharge({ accountId, paymentLinkId, ...input, idempotency, requester })
          .catch((error: unknown) =>
            explainBalance(error, app, { caller, paymentLinkId, ...input }),
          );
      // A repeated request as well: the reply to the first one, and its line, may have been lost.
      const { refund, replayed } = await app.audited({
        accountId,
        requester,
        action: 'deposit.refunded',
        subject: `deposit:${paymentLinkId}`,
        detail: { value: input.value ?? 'all' },
        act: refunded,
        result: (done) => ({
          detail: { refundId: done.refund.id, value: done.refund.value, replayed: done.replayed },
        }),
      });
      if (replayed) response.setHeader('Idempotent-Replayed', 'true');
      response.status(201).json({ success: true, refund });
    },
  );
  router.route('/api/deposit/:paymentLinkId/refund').all(methodNotAllowed('POST'));
  router
    .route('/api/deposit/:paymentLinkId/refunds')
    .get(guard.caller('deposits:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const paymentLinkId = String(request.params.paymentLinkId);
      const page = parse(refundsQuery, request.query);
      const { items, nextCursor } = await app.listRefunds({ accountId, paymentLinkId, ...page });
      response.json({ success: true, refunds: items, nextCursor });
    })
    .all(methodNotAllowed('GET', 'POST'));
}

/** Of all deposits of the account. */
export function accountRefundRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/refunds')
    .get(guard.caller('deposits:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const wanted = parse(accountRefundsQuery, request.query);
      const { items, nextCursor } = await app.listRefunds({ accountId, ...wanted });
      response.json({ success: true, refunds: items, nextCursor });
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/refunds/:refundId')
    .get(guard.caller('deposits:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const refund = await app.getRefund(accountId, String(request.params.refundId));
      response.json({ success: true, refund });
    })
    .all(methodNotAllowed('GET'));
}

const REPEAT_REFUND =
  'Refund less, or wait for credits, with a new Idempotency-Key: the refusal is stored under this one.';

type Asked = {
  readonly caller: Caller;
  readonly paymentLinkId: string;
  readonly value?: number | undefined;
};

/** A refusal for the balance says which amounts it is about, if the caller may read the balance. */
async function explainBalance(error: unknown, app: App, asked: Asked): Promise<never> {
  if (!(error instanceof AppError) || error.reason !== 'insufficient_balance') throw error;
  const { reason } = error;
  const { accountId } = asked.caller;
  const [value, balance] = mayDo(asked.caller, 'balance:read')
    ? await Promise.all([
        asked.value ?? refusedValue(app, { accountId, paymentLinkId: asked.paymentLinkId }),
        app.getBalance(accountId, undefined).catch(() => null),
      ])
    : [undefined, null];
  const wanted = value === undefined ? '' : `The refund needs ${value} cents. `;
  const hint = balance
    ? `${wanted}The balance is ${balance.available} cents. ${REPEAT_REFUND}`
    : REPEAT_REFUND;
  throw new AppError(error.code, error.message, { reason, hint });
}

const LATEST_REFUNDS = 5;

/** What a refund without a value came to: the refused one is stored. */
async function refusedValue(
  app: App,
  own: { readonly accountId: string; readonly paymentLinkId: string },
): Promise<number | undefined> {
  const latest = await app.listRefunds({ ...own, limit: LATEST_REFUNDS }).catch(() => null);
  return latest?.items.find(({ failureCode }) => failureCode === 'insufficient_balance')?.value;
}
