import { AppError } from '@entrada/platform/errors/app-error';
import { Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import type { Charge } from '../ports.ts';
import { methodNotAllowed } from './http/errors.ts';
import { jsonBody } from './http/json-body.ts';
import { paymentLinkUrl, qrImageUrl } from './http/payment-link-urls.ts';
import { requireKey } from './http/require-key.ts';

const BODY_MAX = '16kb';

/** `int` refuses what a float cannot hold exactly. */
const newDeposit = z.object({ value: z.number().int().positive() });

export function depositRoutes(app: App, publicBaseUrl: string): Router {
  const router = Router();
  router
    .route('/api/deposit')
    .post(requireKey(app, 'deposits:write'), jsonBody(BODY_MAX), async (request, response) => {
      const { accountId } = response.locals.caller;
      const charge = await app.createCharge({ accountId, value: parseValue(request.body) });
      const { createdAt: _notInCreateReply, ...created } = toReply(charge, publicBaseUrl);
      response
        .status(201)
        .location(`/api/deposit/${charge.paymentLinkId}`)
        .json({ success: true, charge: created });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/deposit/:paymentLinkId')
    .get(requireKey(app, 'deposits:read'), async (request, response) => {
      const { accountId } = response.locals.caller;
      const paymentLinkId = String(request.params.paymentLinkId);
      const { charge, statusSource } = await app.getCharge({ accountId, paymentLinkId });
      response
        .set('X-Status-Source', statusSource)
        .json({ success: true, charge: toReply(charge, publicBaseUrl) });
    })
    .all(methodNotAllowed('GET'));
  return router;
}

function parseValue(body: unknown): number {
  const parsed = newDeposit.safeParse(body);
  if (parsed.success) return parsed.data.value;
  throw new AppError('INVALID_ARGUMENT', 'value must be a positive integer (cents)', {
    reason: 'invalid_value',
  });
}

function toReply(charge: Charge, publicBaseUrl: string) {
  const { id, emv, paymentLinkId, value, originalValue, fee, status, createdAt } = charge;
  return {
    id,
    emv,
    qrCodeLink: qrImageUrl(publicBaseUrl, paymentLinkId),
    paymentLinkId,
    paymentLinkUrl: paymentLinkUrl(publicBaseUrl, paymentLinkId),
    value,
    originalValue,
    fee,
    status,
    createdAt,
  };
}
