import { LIMITS } from '@entrada/contracts/limits';
import { AppError } from '@entrada/platform/errors/app-error';
import { z } from 'zod';
import type { App } from '../app.ts';
import { type Caller, mayDo } from '../domain/caller.ts';
import { REFUND_STATUSES } from '../domain/charge.ts';
import { centsField, listQuery, pageQuery, textField, windowQuery } from './http/fields.ts';
import { requiredIdempotencyOf } from './http/idempotency.ts';
import { route } from './http/route.ts';
import { integer, list, ref, reply, text, time } from './openapi/schema.ts';

const newRefund = z.strictObject({
  value: centsField.optional(),
  reason: textField(1, LIMITS.charge.refundReasonLengthMax).optional(),
});
const accountRefundsQuery = windowQuery({
  status: z.enum(REFUND_STATUSES).optional().describe('Only refunds with this status.'),
  ...listQuery,
});

const PAGE = { refunds: list(ref('Refund')), nextCursor: text().nullable() };

export const REFUND_SCHEMAS = {
  Refund: reply({
    id: text(),
    value: integer('Refunded amount, in cents.'),
    status: text({ enum: REFUND_STATUSES }),
    origin: text({
      enum: ['CLIENT', 'BANK'],
      description: 'CLIENT: you requested it. BANK: the bank returned the money by itself.',
    }),
    natureza: text('Why the bank returned it, for example MED_FRAUDE.').nullable(),
    reason: text().nullable(),
    endToEndId: text('The payment whose money is returned.'),
    createdAt: time('When it was requested, or found at the bank.'),
    settledAt: time('When the bank returned the money.').nullable(),
    failure: text('Why it failed.').nullable(),
    failureCode: text(
      '`insufficient_balance`, `bank_refused`, `bank_failed`, `bank_denied` (the bank does not know the payment), or `bank_reason`: `failure` is the text of the bank.',
    ).nullable(),
    paymentLinkId: text({ format: 'uuid', description: 'Of its deposit.' }),
  }),
};

export const REFUND_ROUTES = [
  route({
    method: 'POST',
    path: '/api/deposit/{paymentLinkId}/refund',
    // In other APIs a client creates a refund with a POST to the list.
    aliases: ['/api/deposit/{paymentLinkId}/refunds'],
    id: 'refundDeposit',
    tag: 'Deposits',
    summary: 'Refund a deposit',
    description:
      'Refunds `value`, or without it all that is left, within 90 days of the payment. The fee is not returned. The ' +
      'reply is 201 once the refund is stored, unless the balance is too low; it is PROCESSING until the bank has settled or refused it. ' +
      'A POST to `…/refunds` is the same.',
    access: 'refunds:write',
    proof: true,
    idempotencyKey: 'required',
    body: newRefund,
    status: 201,
    reply: { refund: ref('Refund') },
    headers: ['Idempotent-Replayed'],
    refusals: {
      400: ['idempotency_key_required', 'invalid_idempotency_key'],
      409: ['charge_not_completed', 'insufficient_balance'],
      422: [
        'refund_out_of_range',
        'refund_too_late',
        'velocity_limit_reached',
        'idempotency_key_reused',
      ],
    },
    async handle(call) {
      const { app, accountId, caller, requester, request, response, body } = call;
      const { paymentLinkId } = call.params;
      const idempotency = requiredIdempotencyOf(request, `/api/deposit/${paymentLinkId}/refund`);
      // Repeated requests are audited too: the line about the first one may have been lost with its reply.
      const { refund, replayed } = await app.audited(call, {
        action: 'deposit.refunded',
        subject: `deposit:${paymentLinkId}`,
        detail: { value: body.value ?? 'all' },
        act: () =>
          app
            .refundCharge({ accountId, paymentLinkId, ...body, idempotency, requester })
            .catch((error) => explainBalance(error, app, { caller, paymentLinkId, ...body })),
        result: (done) => ({
          detail: { refundId: done.refund.id, value: done.refund.value, replayed: done.replayed },
        }),
      });
      if (replayed) response.setHeader('Idempotent-Replayed', 'true');
      return { refund };
    },
  }),
  route({
    method: 'GET',
    path: '/api/deposit/{paymentLinkId}/refunds',
    id: 'listRefunds',
    tag: 'Deposits',
    summary: 'Refunds of a deposit, newest first',
    description:
      'Includes what the bank returned by itself (`origin` BANK); what the balance did not cover of it is `owed`.',
    access: 'deposits:read',
    query: z.strictObject(pageQuery),
    reply: PAGE,
    handle: ({ app, accountId, params, query }) =>
      app.listRefunds({ accountId, ...params, ...query }),
  }),
  route({
    method: 'GET',
    path: '/api/refunds',
    id: 'listAccountRefunds',
    tag: 'Refunds',
    summary: 'Refunds of the account, newest first',
    description: 'Includes what the bank returned by itself (`origin` BANK).',
    access: 'deposits:read',
    query: accountRefundsQuery,
    reply: PAGE,
    handle: ({ app, accountId, query }) => app.listRefunds({ accountId, ...query }),
  }),
  route({
    method: 'GET',
    path: '/api/refunds/{refundId}',
    id: 'getRefund',
    tag: 'Refunds',
    summary: 'Get a refund',
    access: 'deposits:read',
    reply: { refund: ref('Refund') },
    handle: async ({ app, accountId, params }) => ({
      refund: await app.getRefund(accountId, params.refundId),
    }),
  }),
];

const REPEAT_REFUND =
  'Refund less, or wait for credits, with a new Idempotency-Key: the refusal is stored under this one.';

type RefusedRefund = {
  readonly caller: Caller;
  readonly paymentLinkId: string;
  readonly value?: number | undefined;
};

/** A refusal for the balance says which amounts it is about, if the caller may read the balance. */
async function explainBalance(error: unknown, app: App, refused: RefusedRefund): Promise<never> {
  if (!(error instanceof AppError) || error.reason !== 'insufficient_balance') throw error;
  const { reason } = error;
  const { caller, paymentLinkId } = refused;
  const { accountId } = caller;
  const [value, balance] = mayDo(caller, 'balance:read')
    ? await Promise.all([
        refused.value ?? refusedValue(app, { accountId, paymentLinkId }),
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

/** The amount of a refund without a value: the refused refund is stored. */
async function refusedValue(
  app: App,
  own: { readonly accountId: string; readonly paymentLinkId: string },
): Promise<number | undefined> {
  const latest = await app.listRefunds({ ...own, limit: LATEST_REFUNDS }).catch(() => null);
  return latest?.refunds.find(({ failureCode }) => failureCode === 'insufficient_balance')?.value;
}
