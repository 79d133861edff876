import type { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { parse } from './http/parse.ts';
import { callerOf } from './http/request-context.ts';
import type { Guard } from './http/require-caller.ts';
import { balanceQuery } from './requests/deposits.ts';

export function balanceRoutes(router: Router, app: App, guard: Guard): void {
  router
    .route('/api/balance')
    .get(guard.caller('balance:read'), async (request, response) => {
      const { at } = parse(balanceQuery, request.query);
      const balance = await app.getBalance(callerOf(response).accountId, at);
      response.json({ success: true, balance: { ...balance, currency: 'BRL' } });
    })
    .all(methodNotAllowed('GET'));
}
