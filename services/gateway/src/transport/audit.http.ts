import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { auditQuery } from './requests/accounts.ts';

export function auditRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/audit')
    .get(guard.session, async (request, response) => {
      const { accountId } = callerOf(response);
      const query = parse(auditQuery, request.query);
      const { items, nextCursor } = await app.listAudit({ accountId, ...query });
      response.json({ success: true, entries: items, nextCursor });
    })
    .all(methodNotAllowed('GET'));
}
