import { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import type { Guard } from './http/require-caller.ts';

export function balanceRoutes(app: App, guard: Guard): Router {
  const router = Router();
  router
    .route('/api/balance')
    .get(guard.caller('balance:read'), async (_request, response) => {
      const balance = await app.getBalance(response.locals.caller.accountId);
      response.json({ success: true, balance: { ...balance, currency: 'BRL' } });
    })
    .all(methodNotAllowed('GET'));
  return router;
}
