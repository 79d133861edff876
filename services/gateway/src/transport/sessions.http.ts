import type { Router } from 'express';
import type { App } from '../app.ts';
import { originOf } from './http/client-address.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf, sessionOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { proof } from './requests/accounts.ts';
import { noFields } from './requests/webhooks.ts';

/** The active sessions of an account, how to end them, and the proof that a person is still there. */
export function sessionRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/sessions')
    .get(guard.accountSession, async (_request, response) => {
      const { account, sessionId } = sessionOf(response);
      const sessions = await app.listSessions(account.id);
      response.json({
        success: true,
        sessions: sessions.map((session) => ({ ...session, current: session.id === sessionId })),
      });
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/sessions/revoke-others')
    .post(guard.accountSession, smallJson, async (request, response) => {
      parse(noFields, request.body);
      const { account, sessionId } = sessionOf(response);
      const count = await app.revokeOtherSessions({ accountId: account.id, sessionId });
      response.json({ success: true, count });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/session/proof')
    .post(guard.accountSession, smallJson, async (request, response) => {
      const { account, sessionId } = sessionOf(response);
      const input = parse(proof, request.body);
      const origin = originOf(request);
      const own = { accountId: account.id, sessionId };
      const proofAt = await app.proveSession({ ...own, ...input, origin });
      response.json({ success: true, proofAt });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/sessions/:sessionId')
    .delete(guard.accountSession, async (request, response) => {
      const { accountId } = callerOf(response);
      await app.revokeSession({ accountId, sessionId: String(request.params.sessionId) });
      response.json({ success: true });
    })
    .all(methodNotAllowed('DELETE'));
}
