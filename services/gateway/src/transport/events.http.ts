import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { acknowledgement, eventsQuery } from './requests/webhooks.ts';

/** The feed for receivers that missed webhooks or do not use them. */
export function eventRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/events')
    .get(guard.caller('webhooks:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const query = parse(eventsQuery, request.query);
      const { events, nextCursor } = await app.listEvents({ accountId, ...query });
      // Each event keeps the bytes that were signed, so it is not parsed and serialized again.
      const next = JSON.stringify(nextCursor === '' ? null : nextCursor);
      response
        .type('json')
        .send(`{"success":true,"events":[${events.join(',')}],"nextCursor":${next}}`);
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/events/ack')
    .post(guard.caller('webhooks:write'), smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      await app.acknowledgeEvents({ accountId, ...parse(acknowledgement, request.body) });
      response.json({ success: true });
    })
    .all(methodNotAllowed('POST'));
}
