import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { overviewQuery } from './requests/overview.ts';

export function overviewRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/overview')
    .get(guard.caller('balance:read'), async (request, response) => {
      const query = parse(overviewQuery, request.query);
      const { accountId } = callerOf(response);
      response.json({ success: true, overview: await app.getOverview({ accountId, ...query }) });
    })
    .all(methodNotAllowed('GET'));
}
