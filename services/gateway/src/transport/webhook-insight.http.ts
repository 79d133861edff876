import { readEventKinds } from '@entrada/contracts/event-kinds';
import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { metricsQuery } from './requests/webhooks.ts';

/** How an endpoint does, and what it can be sent. */
export function webhookInsightRoutes(router: Router, app: App, guard: Guard): void {
  const eventKinds = readEventKinds();
  router
    .route('/api/webhooks/:webhookId/metrics')
    .get(guard.caller('webhooks:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const endpointId = String(request.params.webhookId);
      const window = parse(metricsQuery, request.query);
      const metrics = await app.getEndpointMetrics({ accountId, endpointId, ...window });
      response.json({ success: true, metrics });
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/event-kinds')
    .get(guard.caller('webhooks:read'), (_request, response) => {
      response.json({ success: true, eventKinds });
    })
    .all(methodNotAllowed('GET'));
}
