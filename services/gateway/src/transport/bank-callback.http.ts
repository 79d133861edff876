import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@entrada/platform/errors/app-error';
import type { RequestHandler, Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { jsonBody } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { applyQuota } from './http/quota-headers.ts';
import { bankCallback } from './requests/deposits.ts';

const BODY_MAX = '256kb';

/**
 * Banks differ on whether they add `/pix` to the callback URL. A caller without the secret is not the
 * bank, whatever client certificate it presented where TLS is terminated.
 */
export function bankCallbackRoutes(router: Router, app: App, secrets: readonly string[]): void {
  router
    .route(['/provider/:secret/pix', '/provider/:secret', '/provider'])
    .post(
      requireSecret(secrets),
      withinRate(app),
      jsonBody(BODY_MAX),
      async (request, response) => {
        const { pix = [] } = parse(bankCallback, request.body);
        const payments = pix.map(({ txid = '', endToEndId = '', devolucoes = [] }) => {
          return { txid, endToEndId, isReturned: devolucoes.length > 0 };
        });
        await app.notifyPayments(payments);
        response.json({ success: true });
      },
    )
    .all(methodNotAllowed('POST'));
}

function requireSecret(secrets: readonly string[]): RequestHandler {
  return (request, _response, next) => {
    const given = String(request.params.secret ?? '');
    if (!secrets.some((secret) => isEqual(given, secret))) {
      throw new AppError('PERMISSION_DENIED', 'Callback secret is wrong');
    }
    next();
  };
}

function withinRate(app: App): RequestHandler {
  return async (_request, response, next) => {
    applyQuota(response, await app.countCallback());
    next();
  };
}

function isEqual(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
