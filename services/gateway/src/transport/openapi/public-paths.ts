import { z } from 'zod';
import { bankCallback } from '../requests/deposits.ts';
import { inPath, operation } from './operation.ts';
import { ref, text } from './schema.ts';

const LINK = inPath(
  'paymentLinkId',
  'paymentLinkId of the deposit; no other credential is needed.',
);
const UNKNOWN = { 404: ['charge_not_found'] };
const as = (type: string, schema: z.ZodType = text()) => ({ [type]: schema });
const BYTES = z.unknown();
const ANY_OBJECT = z.unknown().meta({ type: 'object' });
const EVENTS = z
  .unknown()
  .describe(
    'Events named `status`, each with `{"status": ..., "received": ...}` as its data; `received` are the cents of all payments.',
  );

export const PUBLIC_PATHS = {
  '/payment-link/{paymentLinkId}': {
    get: operation({
      id: 'getPaymentPage',
      tag: 'Payment page',
      summary: 'Payment page for the payer',
      access: 'public',
      parameters: [LINK],
      content: as('text/html'),
      refusals: UNKNOWN,
    }),
  },
  '/payment-link/{paymentLinkId}/qr.png': {
    get: operation({
      id: 'getQrPng',
      tag: 'Payment page',
      summary: 'QR code as PNG',
      access: 'public',
      parameters: [LINK],
      content: as('image/png', BYTES),
      refusals: UNKNOWN,
    }),
  },
  '/payment-link/{paymentLinkId}/qr.svg': {
    get: operation({
      id: 'getQrSvg',
      tag: 'Payment page',
      summary: 'QR code as SVG',
      access: 'public',
      parameters: [LINK],
      content: as('image/svg+xml', BYTES),
      refusals: UNKNOWN,
    }),
  },
  '/payment-link/{paymentLinkId}/status': {
    get: operation({
      id: 'watchStatus',
      tag: 'Payment page',
      summary: 'Status changes as server-sent events, until the status is final',
      access: 'public',
      parameters: [LINK],
      content: as('text/event-stream', EVENTS),
      refusals: UNKNOWN,
    }),
  },
  '/provider/{secret}/pix': {
    post: operation({
      id: 'notifyPayments',
      tag: 'Bank',
      summary: 'Callback of the bank; every payment is then verified with the bank',
      description:
        'The path may also omit `/pix`. The secret in the path authenticates the bank; a client certificate, ' +
        'if required, is verified where TLS is terminated.',
      access: 'bank',
      parameters: [inPath('secret', 'Secret that only the bank knows.')],
      body: bankCallback,
      refusals: { 403: ['permission_denied'] },
    }),
  },
  '/.well-known/entrada-receipt-keys.json': {
    get: operation({
      id: 'getReceiptKeys',
      tag: 'Documentation',
      summary: 'Public keys that receipts are checked with, as a JSON Web Key Set',
      access: 'public',
      content: as('application/json', ref('ReceiptKeys')),
    }),
  },
  '/events/schemas/{name}': {
    get: operation({
      id: 'getEventSchema',
      tag: 'Documentation',
      summary: 'JSON Schema of a webhook body',
      access: 'public',
      parameters: [inPath('name', 'For example DEPOSIT_ASSET_SUCCESS.json.')],
      content: as('application/schema+json', ANY_OBJECT),
      refusals: { 404: ['not_found'] },
    }),
  },
  '/openapi.json': {
    get: operation({
      id: 'getOpenApi',
      tag: 'Documentation',
      summary: 'This document',
      access: 'public',
      content: as('application/json', ANY_OBJECT),
    }),
  },
  '/docs': {
    get: operation({
      id: 'getDocs',
      tag: 'Documentation',
      summary: 'Start of the documentation',
      access: 'public',
      content: as('text/html'),
    }),
  },
  '/docs/{page}': {
    get: operation({
      id: 'getDocsPage',
      tag: 'Documentation',
      summary: 'Page of the documentation',
      access: 'public',
      parameters: [inPath('page', 'For example quick-start.')],
      content: as('text/html'),
      refusals: { 404: ['not_found'] },
    }),
  },
  '/docs/errors': {
    get: operation({
      id: 'getErrors',
      tag: 'Documentation',
      summary: 'Every error code, its meaning and what to do',
      access: 'public',
      content: as('text/html'),
    }),
  },
  '/': {
    get: operation({
      id: 'getHome',
      tag: 'Documentation',
      summary: 'Home page with links',
      access: 'public',
      content: as('text/html'),
    }),
  },
} as const;
