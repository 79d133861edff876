import { withNewDeadline } from '@entrada/platform/grpc/deadline';
import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { newWebhook, webhookChanges } from './requests/webhooks.ts';

/** A receiver has ten seconds to answer the test. */
const TEST_TIMEOUT_MS = 20_000;

export function webhookRoutes(router: Router, app: App, guard: Guard): void {
  const withTestDeadline = <T>(work: () => Promise<T>) =>
    withNewDeadline(Date.now() + TEST_TIMEOUT_MS, work);
  router
    .route('/api/webhooks')
    .post(guard.caller('webhooks:write'), smallJson, async (request, response) => {
      const caller = callerOf(response);
      const input = { accountId: caller.accountId, ...parse(newWebhook, request.body) };
      const { webhook, secret } = await withTestDeadline(() => app.createWebhook(input));
      const subject = `webhook:${webhook.id}`;
      await app.recordChange(caller, { action: 'webhook.created', subject });
      response.status(201).json({ success: true, webhook, secret });
    })
    .get(guard.caller('webhooks:read'), async (_request, response) => {
      const webhooks = await app.listWebhooks(callerOf(response).accountId);
      response.json({ success: true, webhooks });
    })
    .all(methodNotAllowed('GET', 'POST'));
  router
    .route('/api/webhooks/:webhookId')
    .get(guard.caller('webhooks:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const webhookId = String(request.params.webhookId);
      const webhook = await app.getWebhook({ accountId, webhookId });
      response.json({ success: true, webhook });
    })
    .patch(guard.caller('webhooks:write'), smallJson, async (request, response) => {
      const caller = callerOf(response);
      const webhookId = String(request.params.webhookId);
      const changed = parse(webhookChanges, request.body);
      const webhook = await withTestDeadline(() =>
        app.updateWebhook({ accountId: caller.accountId, webhookId, ...changed }),
      );
      const detail = { fields: Object.keys(changed) };
      const subject = `webhook:${webhookId}`;
      await app.recordChange(caller, { action: 'webhook.updated', subject, detail });
      response.json({ success: true, webhook });
    })
    .delete(guard.caller('webhooks:write'), async (request, response) => {
      const caller = callerOf(response);
      const webhookId = String(request.params.webhookId);
      await app.deleteWebhook({ accountId: caller.accountId, webhookId });
      const subject = `webhook:${webhookId}`;
      await app.recordChange(caller, { action: 'webhook.deleted', subject });
      response.json({ success: true });
    })
    .all(methodNotAllowed('GET', 'PATCH', 'DELETE'));
}
