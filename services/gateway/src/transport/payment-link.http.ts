import { AppError } from '@entrada/platform/errors/app-error';
import type { Request } from 'express';
import { z } from 'zod';
import type { LinkStatus } from '../domain/charge.ts';
import { ipOf } from './http/request-context.ts';
import { type Call, route } from './http/route.ts';
import { text } from './openapi/schema.ts';
import { noPaymentPage, paymentPage } from './pages/payment-page.ts';
import { PAGE_LANGUAGES, type PageLanguage } from './pages/payment-words.ts';

/** The link is a capability, so no shared cache keeps what it shows. */
const QR_CACHE = 'private, max-age=300';
const SHARED = { method: 'GET', tag: 'Payment page', access: 'public' } as const;
const BYTES = z.unknown();

/** The routes for payers; the unguessable link is the only credential. */
export const PAYMENT_LINK_ROUTES = [
  route({
    ...SHARED,
    path: '/payment-link/{paymentLinkId}',
    id: 'getPaymentPage',
    summary: 'Payment page for the payer',
    content: { 'text/html': text() },
    async handle({ app, request, response, params }) {
      const language = languageOf(request);
      try {
        const link = await app.getPaymentLink(params.paymentLinkId);
        const shop = await app.getShopName(link.accountId);
        const sandbox = app.sandbox && { url: app.deployment.sandboxUrl };
        const nowMs = app.now();
        response.type('html').send(paymentPage({ link, shop, language, nowMs, sandbox }));
      } catch (error) {
        if (!isNotFound(error) || request.accepts('json', 'html') !== 'html') throw error;
        response.status(404).type('html').send(noPaymentPage(language));
      }
    },
  }),
  route({
    ...SHARED,
    path: '/payment-link/{paymentLinkId}/qr.png',
    id: 'getQrPng',
    summary: 'QR code as PNG',
    content: { 'image/png': BYTES },
    handle: (call) => sendQr(call, 'png'),
  }),
  route({
    ...SHARED,
    path: '/payment-link/{paymentLinkId}/qr.svg',
    id: 'getQrSvg',
    summary: 'QR code as SVG',
    content: { 'image/svg+xml': BYTES },
    handle: (call) => sendQr(call, 'svg'),
  }),
  route({
    ...SHARED,
    path: '/payment-link/{paymentLinkId}/status',
    id: 'watchStatus',
    summary: 'Status changes as server-sent events, until the status is final',
    content: {
      'text/event-stream': z
        .unknown()
        .describe(
          'Events named `status`, each with `{"status": ..., "received": ...}` as its data; `received` are the cents of all payments.',
        ),
    },
    async handle({ app, request, response, params, openStream }) {
      const paymentLinkId = params.paymentLinkId.toLowerCase();
      let onStatus = (_status: LinkStatus) => {};
      // The client may have left during the check; then nothing would free its slot.
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
    },
  }),
];

async function sendQr(
  { app, response, params }: Call<unknown, unknown, { readonly paymentLinkId: string }>,
  format: 'png' | 'svg',
): Promise<void> {
  const { emv } = await app.getPaymentLink(params.paymentLinkId);
  const image = await app.drawQr(emv, format);
  response.set('Cache-Control', QR_CACHE).type(format).send(image);
}

/** Payers are in Brazil, so Portuguese unless they chose English, or their browser asks for it first. */
function languageOf(request: Request): PageLanguage {
  const chosen = PAGE_LANGUAGES.find((language) => language === request.query.lang);
  return chosen ?? (request.acceptsLanguages('pt', 'en') === 'en' ? 'en' : 'pt-BR');
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'NOT_FOUND';
}
