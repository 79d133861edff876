import { inPath, operation } from './operation.ts';
import { type Schema, text } from './schema.ts';

const LINK = inPath('paymentLinkId', 'Of the deposit; who has it may see it.');
const UNKNOWN = { 404: ['charge_not_found'] };
const as = (type: string, schema: Schema = text()) => ({ [type]: { schema } });
const BYTES = {};
const EVENTS = { description: 'Events named `status`, each with `{"status": ...}` as its data.' };

export const PUBLIC_PATHS = {
  '/payment-link/{paymentLinkId}': {
    get: operation({
      id: 'getPaymentPage',
      tag: 'Payment page',
      summary: 'Page on which a payer pays',
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
      summary: 'Status as server-sent events, until it is final',
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
      summary: 'Callback of the bank; taken as a hint and looked up there',
      description:
        'Also without `/pix` at its end. The secret in the path is what lets a caller in; a certificate of ' +
        'the bank is asked for, if at all, where TLS ends.',
      access: 'bank',
      parameters: [inPath('secret', 'Known to the bank only.')],
      body: {
        type: 'object',
        properties: {
          pix: {
            type: 'array',
            maxItems: 1_000,
            items: { type: 'object', properties: { txid: text({ maxLength: 35 }) } },
          },
        },
      },
      refusals: { 403: ['permission_denied'] },
    }),
  },
  '/events/schemas/{name}': {
    get: operation({
      id: 'getEventSchema',
      tag: 'Documentation',
      summary: 'JSON Schema of a webhook body',
      access: 'public',
      parameters: [inPath('name', 'Such as DEPOSIT_ASSET_SUCCESS.json.')],
      content: as('application/schema+json', { type: 'object' }),
      refusals: { 404: ['not_found'] },
    }),
  },
  '/openapi.json': {
    get: operation({
      id: 'getOpenApi',
      tag: 'Documentation',
      summary: 'This document',
      access: 'public',
      content: as('application/json', { type: 'object' }),
    }),
  },
  '/docs': {
    get: operation({
      id: 'getDocs',
      tag: 'Documentation',
      summary: 'This document for people',
      access: 'public',
      content: as('text/html'),
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
      summary: 'Where things are',
      access: 'public',
      content: as('text/html'),
    }),
  },
} as const;
