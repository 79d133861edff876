import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf, requesterOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { subjectId } from './http/subject-id.ts';
import { endpointChanges, newEndpoint } from './requests/webhooks.ts';

/** A receiver has ten seconds to answer the test. */
const TEST_TIMEOUT_MS = 20_000;

export function webhookRoutes(router: Router, app: App, guard: Guard): void {
  const withTestDeadline = <T>(work: () => Promise<T>) =>
    withNewDeadline(Date.now() + TEST_TIMEOUT_MS, work);
  router
    .route('/api/webhooks')
    .post(guard.caller('webhooks:write'), guard.proof, smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const {
        status,
        enabled = status !== 'disabled',
        ...wanted
      } = parse(newEndpoint, request.body);
      const { endpoint, secret } = await app.audited({
        accountId,
        requester: requesterOf(response),
        action: 'webhook.created',
        subject: 'webhook:new',
        act: () => withTestDeadline(() => app.createEndpoint({ accountId, ...wanted, enabled })),
        result: (made) => ({ subject: `webhook:${made.endpoint.id}` }),
      });
      response.status(201).json({ success: true, webhook: endpoint, secret });
    })
    .get(guard.caller('webhooks:read'), async (_request, response) => {
      const endpoints = await app.listEndpoints(callerOf(response).accountId);
      response.json({ success: true, webhooks: endpoints });
    })
    .all(methodNotAllowed('GET', 'POST'));
  router
    .route('/api/webhooks/:webhookId')
    .get(guard.caller('webhooks:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const endpointId = String(request.params.webhookId);
      const endpoint = await app.getEndpoint({ accountId, endpointId });
      response.json({ success: true, webhook: endpoint });
    })
    .patch(guard.caller('webhooks:write'), guard.proof, smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const endpointId = subjectId(request.params.webhookId);
      const given = parse(endpointChanges, request.body);
      const { status, enabled = status && status === 'enabled', ...changed } = given;
      const detail = { fields: Object.keys(given) };
      const endpoint = await app.audited({
        accountId,
        requester: requesterOf(response),
        action: 'webhook.updated',
        subject: `webhook:${endpointId}`,
        detail,
        act: () =>
          withTestDeadline(() =>
            app.updateEndpoint({ accountId, endpointId, ...changed, enabled }),
          ),
        result: () => ({ detail }),
      });
      response.json({ success: true, webhook: endpoint });
    })
    .delete(guard.caller('webhooks:write'), async (request, response) => {
      const { accountId } = callerOf(response);
      const endpointId = subjectId(request.params.webhookId);
      await app.audited({
        accountId,
        requester: requesterOf(response),
        action: 'webhook.deleted',
        subject: `webhook:${endpointId}`,
        act: () => app.deleteEndpoint({ accountId, endpointId }),
      });
      response.json({ success: true });
    })
    .all(methodNotAllowed('GET', 'PATCH', 'DELETE'));
}
