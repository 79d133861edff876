import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf, requesterOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { subjectId } from './http/subject-id.ts';
import { noFields, replayWindow, testRequest } from './requests/webhooks.ts';

const TEST_TIMEOUT_MS = 20_000;

/** Actions on an endpoint besides changing it. */
export function webhookActionRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/webhooks/:webhookId/rotate-secret')
    .post(guard.caller('webhooks:write'), guard.proof, smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const endpointId = subjectId(request.params.webhookId);
      parse(noFields, request.body);
      const secret = await app.audited({
        accountId,
        requester: requesterOf(response),
        action: 'webhook.secret_rotated',
        subject: `webhook:${endpointId}`,
        act: () => app.rotateEndpointSecret({ accountId, endpointId }),
      });
      response.json({ success: true, secret });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/webhooks/:webhookId/test')
    .post(guard.caller('webhooks:write'), smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const endpointId = subjectId(request.params.webhookId);
      const { event } = parse(testRequest, request.body);
      const delivery = await app.audited({
        accountId,
        requester: requesterOf(response),
        action: 'webhook.tested',
        subject: `webhook:${endpointId}`,
        act: () =>
          withNewDeadline(Date.now() + TEST_TIMEOUT_MS, () =>
            app.sendTestEvent({ accountId, endpointId, event }),
          ),
        result: ({ id: deliveryId, event: sent, status }) => ({
          detail: { deliveryId, event: sent, status },
        }),
      });
      response.json({ success: true, delivery });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/api/webhooks/:webhookId/replay')
    .post(guard.caller('webhooks:write'), smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const endpointId = subjectId(request.params.webhookId);
      const { dryRun, ...asked } = parse(replayWindow, request.body);
      const act = () => app.replayWindow({ accountId, endpointId, ...asked, dryRun });
      const change = { accountId, requester: requesterOf(response), detail: asked, act };
      const count = dryRun
        ? await act()
        : await app.audited({
            ...change,
            action: 'webhook.replayed',
            subject: `webhook:${endpointId}`,
            result: (replayed) => ({ detail: { ...asked, count: replayed } }),
          });
      response.status(202).json({ success: true, count, dryRun });
    })
    .all(methodNotAllowed('POST'));
}
