import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { smallJson } from './http/json-body.ts';
import { parse } from './http/parse.ts';
import { API_VERSION, callerOf, contextOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { sameOrigin } from './http/same-origin.ts';
import { payerScenario, sandboxPayment } from './requests/sandbox.ts';

/** What this installation is, and payers for the one that moves no money. */
export function deploymentRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/deployment')
    .get(guard.anyone, async (_request, response) => {
      const deployment = await app.getDeployment(contextOf(response).caller?.accountId ?? null);
      response.json({ success: true, deployment: { ...deployment, apiVersion: API_VERSION } });
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/api/sandbox/pay')
    .post(guard.caller('deposits:write'), smallJson, async (request, response) => {
      const { accountId } = callerOf(response);
      const order = { accountId, ...parse(sandboxPayment, request.body) };
      response.status(202).json({ success: true, payment: await app.payInSandbox(order) });
    })
    .all(methodNotAllowed('POST'));
  router
    .route('/payment-link/:paymentLinkId/sandbox-pay')
    .post(guard.visitor, sameOrigin, smallJson, async (request, response) => {
      const { scenario } = parse(payerScenario, request.body);
      const paymentLinkId = String(request.params.paymentLinkId);
      const payment = await app.payInSandbox({ accountId: null, paymentLinkId, scenario });
      response.status(202).json({ success: true, payment });
    })
    .all(methodNotAllowed('POST'));
}
