import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { noFields, replayWindow, testRequest } from './requests/webhooks.ts';

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
      const { event } = parse(testRequest, request.body);
      const delivery = await withNewDeadline(Date.now() + TEST_TIMEOUT_MS, () =>
        app.sendTestEvent({ accountId: caller.accountId, endpointId, event }),
      );
      const { id: deliveryId, status } = delivery;
      const detail = { deliveryId, event: delivery.event, status };
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
      const { dryRun, ...asked } = parse(replayWindow, request.body);
      const { accountId } = caller;
      const count = await app.replayWindow({ accountId, endpointId, ...asked, dryRun });
      const detail = { ...asked, count };
      const subject = `webhook:${endpointId}`;
      if (!dryRun) {
        await app.recordChange(caller, { action: 'webhook.replayed', subject, detail });
      }
      response.status(202).json({ success: true, count, dryRun });
    })
    .all(methodNotAllowed('POST'));
}
