import { Router } from 'express';
import type { App } from '../app.ts';
import type { Clock } from '../ports.ts';
import type { CodeOf } from './cob-object.ts';
import { page } from './page.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

/** Open charges, each with a button that pays it, and what was paid: for demonstrations. */
export function pageRoutes(app: App, codeOf: CodeOf, clock: Pick<Clock, 'now'>): Router {
  const router = Router();
  router.get('/', async (_request, response) => {
    const [charges, payments] = await Promise.all([
      app.listOpenCharges(),
      app.listLatestPayments(),
    ]);
    response.set('content-security-policy', POLICY).type('html');
    response.send(page({ charges, payments, codeOf, now: clock.now() }));
  });
  return router;
}
