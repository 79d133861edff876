import { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { requireKey } from './http/require-key.ts';

export function balanceRoutes(app: App): Router {
  const router = Router();
  router
    .route('/api/balance')
    .get(requireKey(app, 'balance:read'), async (_request, response) => {
      const balance = await app.getBalance(response.locals.caller.accountId);
      response.json({ success: true, balance: { ...balance, currency: 'BRL' } });
    })
    .all(methodNotAllowed('GET'));
  return router;
}
