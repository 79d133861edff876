import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { App } from '../app.ts';
import { invalidJson, methodNotAllowed } from './http/errors.ts';
import { jsonBody } from './http/json-body.ts';

const BODY_MAX = '256kb';
const PAYMENTS_MAX = 1_000;

const callback = z.object({
  pix: z.array(z.object({ txid: z.string().max(35).optional() })).max(PAYMENTS_MAX),
});

/** Banks differ on whether they add `/pix` to the address they were given. */
export function providerRoutes(app: App, secret: string): Router {
  const router = Router();
  router
    .route(['/provider/:secret/pix', '/provider/:secret'])
    .post(requireSecret(secret), jsonBody(BODY_MAX), async (request, response) => {
      const parsed = callback.safeParse(request.body);
      if (!parsed.success) throw invalidJson();
      const txids = parsed.data.pix.flatMap(({ txid }) => (txid ? [txid] : []));
      await app.notifyPayments(txids);
      response.json({ success: true });
    })
    .all(methodNotAllowed('POST'));
  return router;
}

function requireSecret(secret: string): RequestHandler {
  const expected = Buffer.from(secret);
  return (request, _response, next) => {
    const given = Buffer.from(String(request.params.secret));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new AppError('PERMISSION_DENIED', 'Callback is not allowed');
    }
    next();
  };
}
