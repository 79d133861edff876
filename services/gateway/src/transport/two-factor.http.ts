import type { Request, Response, Router } from 'express';
import type { App } from '../app.ts';
import { originOf } from './http/client-address.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { sessionOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { codeOnly } from './requests/accounts.ts';
import { noFields } from './requests/webhooks.ts';

/** Codes of an authenticator app besides the password. */
export function twoFactorRoutes(router: Router, app: App, guard: Guard): void {
  const proven = [guard.accountSession, guard.proof, smallJson];
  const inputOf = (request: Request, response: Response) => {
    const { code } = parse(codeOnly, request.body);
    return { accountId: sessionOf(response).account.id, code, origin: originOf(request) };
  };
  router
    .route('/api/two-factor')
    .post(...proven, async (request, response) => {
      parse(noFields, request.body);
      const begun = await app.beginTwoFactor(sessionOf(response).account.id);
      response.status(201).json({ success: true, ...begun });
    })
    .delete(...proven, async (request, response) => {
      await app.disableTwoFactor(inputOf(request, response));
      response.json({ success: true });
    })
    .all(methodNotAllowed('DELETE', 'POST'));
  router
    .route('/api/two-factor/confirm')
    .post(...proven, async (request, response) => {
      const { sessionId } = sessionOf(response);
      const input = { ...inputOf(request, response), sessionId };
      const recoveryCodes = await app.confirmTwoFactor(input);
      response.json({ success: true, recoveryCodes });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/two-factor/recovery-codes')
    .post(...proven, async (request, response) => {
      const recoveryCodes = await app.replaceRecoveryCodes(inputOf(request, response));
      response.json({ success: true, recoveryCodes });
    })
    .all(methodNotAllowed('POST'));
}
