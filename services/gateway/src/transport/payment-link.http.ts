import { Router } from 'express';
import type { App } from '../app.ts';
import { methodNotAllowed } from './http/errors.ts';
import { paymentPage } from './pages/payment-page.ts';

const QR_CACHE = 'public, max-age=86400, immutable';

/** What a payer sees; the unguessable link is the only credential. */
export function paymentLinkRoutes(app: App): Router {
  const router = Router();
  router
    .route('/payment-link/:paymentLinkId')
    .get(async (request, response) => {
      const link = await app.getPaymentLink(String(request.params.paymentLinkId));
      response.type('html').send(paymentPage(link, request.acceptsLanguages('pt', 'en')));
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/payment-link/:paymentLinkId/qr.png')
    .get(async (request, response) => {
      const image = await app.getQrImage(String(request.params.paymentLinkId));
      response.set('Cache-Control', QR_CACHE).type('png').send(image);
    })
    .all(methodNotAllowed('GET'));
  return router;
}
