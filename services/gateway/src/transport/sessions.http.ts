import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { callerOf, sessionOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';

/** The active sessions of an account, and how to end one. */
export function sessionRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/sessions')
    .get(guard.session, async (_request, response) => {
      const { account, sessionId } = sessionOf(response);
      const sessions = await app.listSessions(account.id);
      response.json({
        success: true,
        sessions: sessions.map((session) => ({ ...session, current: session.id === sessionId })),
      });
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/sessions/:sessionId')
    .delete(guard.session, async (request, response) => {
      const { accountId } = callerOf(response);
      await app.revokeSession({ accountId, sessionId: String(request.params.sessionId) });
      response.json({ success: true });
    })
    .all(methodNotAllowed('DELETE'));
}
