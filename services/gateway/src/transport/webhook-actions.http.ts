import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { noFields, replayWindow } from './requests/webhooks.ts';

const TEST_TIMEOUT_MS = 20_000;

/** Actions on an endpoint besides changing it. */
export function webhookActionRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/webhooks/:webhookId/rotate-secret')
    .post(guard.caller('webhooks:write'), guard.proof, smallJson, async (request, response) => {
      const caller = callerOf(response);
      const endpointId = String(request.params.webhookId);
      parse(noFields, request.body);
      const secret = await app.rotateEndpointSecret({ accountId: caller.accountId, endpointId });
      const subject = `webhook:${endpointId}`;
      await app.recordChange(caller, { action: 'webhook.secret_rotated', subject });
      response.json({ success: true, secret });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/webhooks/:webhookId/test')
    .post(guard.caller('webhooks:write'), smallJson, async (request, response) => {
      const caller = callerOf(response);
      const endpointId = String(request.params.webhookId);
      parse(noFields, request.body);
      const delivery = await withNewDeadline(Date.now() + TEST_TIMEOUT_MS, () =>
        app.sendTestEvent({ accountId: caller.accountId, endpointId }),
      );
      const detail = { deliveryId: delivery.id, status: delivery.status };
      const subject = `webhook:${endpointId}`;
      await app.recordChange(caller, { action: 'webhook.tested', subject, detail });
      response.json({ success: true, delivery });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/webhooks/:webhookId/replay')
    .post(guard.caller('webhooks:write'), smallJson, async (request, response) => {
      const caller = callerOf(response);
      const endpointId = String(request.params.webhookId);
      const window = parse(replayWindow, request.body);
      const count = await app.replayWindow({ accountId: caller.accountId, endpointId, ...window });
      const detail = { ...window, count };
      const subject = `webhook:${endpointId}`;
      await app.recordChange(caller, { action: 'webhook.replayed', subject, detail });
      response.status(202).json({ success: true, count });
    })
    .all(methodNotAllowed('POST'));
}
