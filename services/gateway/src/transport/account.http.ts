import type { Response, Router } from 'express';
import type { App } from '../app.ts';
import type { OpenedSession } from '../ports.ts';
import { ipOf, originOf } from './http/client-address.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { sessionOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { sameOrigin } from './http/same-origin.ts';
import type { SessionCookie } from './http/session-cookie.ts';
import { accountChanges, credentials, newAccount, passwordChange } from './requests/accounts.ts';

/** Sign-up, log-in and log-out of the dashboard. */
export function accountRoutes(router: Router, app: App, guard: Guard, cookie: SessionCookie): void {
  const respondWith = (response: Response, status: number, { account, token }: OpenedSession) => {
    cookie.set(response, token);
    response.status(status).json({ success: true, account });
  };
  router
    .route('/api/account')
    .post(guard.visitor, sameOrigin, smallJson, async (request, response) => {
      const input = parse(newAccount, request.body);
      respondWith(response, 201, await app.createAccount({ ...input, origin: originOf(request) }));
    })
    .get(guard.accountSession, async (request, response) => {
      // As auth knows it now: the session may be cached since before a change.
      const { account } = await app.authenticateSession(cookie.read(request), ipOf(request), {
        fresh: true,
      });
      const terms = await app.getOwnTerms(account.id);
      response.json({ success: true, account, terms });
    })
    .patch(guard.accountSession, smallJson, async (request, response) => {
      const { account } = sessionOf(response);
      const changes = parse(accountChanges, request.body);
      const { id: accountId, proofAt } = account;
      const updated = await app.updateAccount({ accountId, proofAt, ...changes });
      response.json({ success: true, account: updated });
    })
    .all(methodNotAllowed('GET', 'PATCH', 'POST'));
  router
    .route('/api/account/password')
    .post(guard.accountSession, guard.proof, smallJson, async (request, response) => {
      const { account, sessionId } = sessionOf(response);
      const input = parse(passwordChange, request.body);
      const origin = originOf(request);
      await app.changePassword({ accountId: account.id, sessionId, ...input, origin });
      response.json({ success: true });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/session')
    .post(guard.visitor, sameOrigin, smallJson, async (request, response) => {
      const input = parse(credentials, request.body);
      respondWith(response, 200, await app.logIn({ ...input, origin: originOf(request) }));
    })
    .delete(guard.accountSession, async (_request, response) => {
      const { account, sessionId } = sessionOf(response);
      await app.revokeSession({ accountId: account.id, sessionId });
      cookie.clear(response);
      response.json({ success: true });
    })
    .all(methodNotAllowed('POST', 'DELETE'));
}
