import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';

/** The timeline of a deposit, and the receipt of its credit, which shows the balance after it. */
export function depositTimelineRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/deposit/:paymentLinkId/timeline')
    .get(guard.caller('deposits:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const paymentLinkId = String(request.params.paymentLinkId);
      response.json({ success: true, ...(await app.getTimeline({ accountId, paymentLinkId })) });
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/deposit/:paymentLinkId/receipt')
    .get(guard.caller('balance:read'), async (request, response) => {
      const { accountId } = callerOf(response);
      const paymentLinkId = String(request.params.paymentLinkId);
      const receipt = await app.getReceipt({ accountId, paymentLinkId });
      response.json({ success: true, receipt });
    })
    .all(methodNotAllowed('GET'));
}
