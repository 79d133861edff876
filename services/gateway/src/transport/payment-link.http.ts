import { AppError } from '@entrada/platform/errors/app-error';
import type { Request, Router } from 'express';
import type { App } from '../app.ts';
import type { LinkStatus } from '../domain/charge.ts';
import { ipOf } from './http/client-address.ts';
import { methodNotAllowed } from './http/errors.ts';
import { eventStreams } from './http/event-stream.ts';
import type { Guard } from './http/require-caller.ts';
import { noPaymentPage, paymentPage } from './pages/payment-page.ts';
import { PAGE_LANGUAGES, type PageLanguage } from './pages/payment-words.ts';

/** The link is a capability, so no shared cache keeps what it shows. */
const QR_CACHE = 'private, max-age=300';

/** The routes for payers; the unguessable link is the only credential. */
export function paymentLinkRoutes(
  router: Router,
  app: App,
  guard: Guard,
  options: { readonly stopping: AbortSignal },
): void {
  const openStream = eventStreams(options.stopping);
  router
    .route('/payment-link/:paymentLinkId')
    .get(guard.visitor, async (request, response) => {
      const language = languageOf(request);
      try {
        const link = await app.getPaymentLink(String(request.params.paymentLinkId));
        const shop = await app.getShopName(link.accountId);
        const sandbox = app.sandbox && { url: app.deployment.sandboxUrl };
        const nowMs = app.now();
        response.type('html').send(paymentPage({ link, shop, language, nowMs, sandbox }));
      } catch (error) {
        if (!isNotFound(error) || request.accepts('json', 'html') !== 'html') throw error;
        response.status(404).type('html').send(noPaymentPage(language));
      }
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/payment-link/:paymentLinkId/qr.png')
    .get(guard.visitor, async (request, response) => {
      const image = await app.getQrImage(String(request.params.paymentLinkId), 'png');
      response.set('Cache-Control', QR_CACHE).type('png').send(image);
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/payment-link/:paymentLinkId/qr.svg')
    .get(guard.visitor, async (request, response) => {
      const image = await app.getQrImage(String(request.params.paymentLinkId), 'svg');
      response.set('Cache-Control', QR_CACHE).type('svg').send(image);
    })
    .all(methodNotAllowed('GET'));
  router
    .route('/payment-link/:paymentLinkId/status')
    .get(guard.visitor, async (request, response) => {
      const paymentLinkId = String(request.params.paymentLinkId).toLowerCase();
      let onStatus = (_status: LinkStatus) => {};
      // The client may have left while it was checked; then nothing would free its slot.
      if (response.closed) return;
      const slot = app.openStream(ipOf(request));
      response.once('close', () => slot[Symbol.dispose]());
      // Watched before it is read, so that no change is missed between.
      const watching = app.watchLink(paymentLinkId, (status) => onStatus(status));
      response.once('close', () => watching[Symbol.dispose]());
      const first = await app.getPaymentLink(paymentLinkId);
      if (request.method === 'HEAD') return void response.type('text/event-stream').end();
      const stream = openStream(response);
      let shown: LinkStatus | null = null;
      onStatus = ({ status, received }) => {
        const isSame = status === shown?.status && received === shown.received;
        // A late reply must not undo what the page already shows.
        if (isSame || received < (shown?.received ?? 0)) return;
        shown = { status, received };
        stream.send('status', shown);
        if (status !== 'PENDING') stream.end();
      };
      onStatus(first);
    })
    .all(methodNotAllowed('GET'));
}

/** Payers are in Brazil, so Portuguese unless they chose English, or their browser asks for it first. */
function languageOf(request: Request): PageLanguage {
  const chosen = PAGE_LANGUAGES.find((language) => language === request.query.lang);
  return chosen ?? (request.acceptsLanguages('pt', 'en') === 'en' ? 'en' : 'pt-BR');
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND';
}
