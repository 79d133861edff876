import type { Router } from 'express';
import type { App } from '../app.ts';
import { originOf } from './http/client-address.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { sessionOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { sameOrigin } from './http/same-origin.ts';
import { emailConfirmation, resetConfirmation, resetRequest } from './requests/accounts.ts';
import { noFields } from './requests/webhooks.ts';

/** What is done with links that are sent by mail: a new password, and the confirmation of the address. */
export function mailLinkRoutes(router: Router, app: App, guard: Guard): void {
  const visitor = [guard.visitor, sameOrigin, smallJson];
  router
    .route('/api/password-reset')
    .post(...visitor, async (request, response) => {
      const { email } = parse(resetRequest, request.body);
      await app.requestPasswordReset(email, originOf(request));
      response.status(202).json({ success: true });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/password-reset/confirm')
    .post(...visitor, async (request, response) => {
      const input = parse(resetConfirmation, request.body);
      await app.confirmPasswordReset({ ...input, origin: originOf(request) });
      response.json({ success: true });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/account/confirm-email')
    .post(...visitor, async (request, response) => {
      const { token } = parse(emailConfirmation, request.body);
      response.json({ success: true, account: { email: await app.confirmEmail(token) } });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/account/confirm-email/resend')
    .post(guard.accountSession, smallJson, async (request, response) => {
      parse(noFields, request.body);
      await app.resendConfirmation(sessionOf(response).account.id);
      response.status(202).json({ success: true });
    })
    .all(methodNotAllowed('POST'));
}
