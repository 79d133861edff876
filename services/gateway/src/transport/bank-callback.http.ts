import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RequestHandler, Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { jsonBody } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { bankCallback } from './requests/deposits.ts';

const BODY_MAX = '256kb';

/**
 * Banks differ on whether they add `/pix` to the callback URL. A caller without the secret is not the
 * bank, whatever client certificate it presented where TLS is terminated.
 */
export function bankCallbackRoutes(router: Router, app: App, secret: string): void {
  router
    .route(['/provider/:secret/pix', '/provider/:secret', '/provider'])
    .post(requireSecret(secret), jsonBody(BODY_MAX), async (request, response) => {
      const { pix = [] } = parse(bankCallback, request.body);
      const txids = pix.flatMap(({ txid }) => (txid ? [txid] : []));
      const endToEndIds = pix.flatMap(({ endToEndId }) => (endToEndId ? [endToEndId] : []));
      await app.notifyPayments({ txids, endToEndIds });
      response.json({ success: true });
    })
    .all(methodNotAllowed('POST'));
}

function requireSecret(secret: string): RequestHandler {
  const expected = Buffer.from(secret);
  return (request, _response, next) => {
    const given = Buffer.from(String(request.params.secret ?? ''));
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new AppError('PERMISSION_DENIED', 'Callback secret is wrong');
    }
    next();
  };
}
