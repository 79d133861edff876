import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf, requesterOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { subjectId } from './http/subject-id.ts';
import { accountDeliveriesQuery, deliveriesQuery } from './requests/webhooks.ts';

export function deliveryRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/webhooks/:webhookId/deliveries')
    .get(guard.caller('webhooks:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const endpointId = String(request.params.webhookId);
      const query = parse(deliveriesQuery, request.query);
      const page = await app.listDeliveries({ accountId, endpointId, ...query });
      response.json({ success: true, deliveries: page.items, nextCursor: page.nextCursor });
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/deliveries')
    .get(guard.caller('webhooks:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const { webhookId: endpointId, ...query } = parse(accountDeliveriesQuery, request.query);
      const page = await app.listDeliveries({ accountId, endpointId, ...query });
      response.json({ success: true, deliveries: page.items, nextCursor: page.nextCursor });
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/deliveries/:deliveryId')
    .get(guard.caller('webhooks:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const deliveryId = String(request.params.deliveryId);
      const delivery = await app.getDelivery({ accountId, deliveryId });
      response.json({ success: true, delivery });
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/deliveries/:deliveryId/redeliver')
    .post(guard.caller('webhooks:write'), smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const deliveryId = subjectId(request.params.deliveryId);
      await app.audited({
        accountId,
        requester: requesterOf(response),
        action: 'delivery.redelivered',
        subject: `delivery:${deliveryId}`,
        act: () => app.redeliver({ accountId, deliveryId }),
      });
      response.status(202).json({ success: true });
    })
    .all(methodNotAllowed('POST'));
}
