import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { suspenseQuery } from './requests/deposits.ts';

export function suspenseRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/suspense')
    .get(guard.caller('balance:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const { limit, cursor } = parse(suspenseQuery, request.query);
      const { items, nextCursor } = await app.listSuspended({ accountId, limit, cursor });
      response.json({ success: true, payments: items, nextCursor });
    })
    .all(methodNotAllowed('GET'));
}
