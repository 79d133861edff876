import { inPath, inQuery, LIST_PARAMETERS, NOTHING, operation } from './operation.ts';
import { body, flag, integer, list, orNull, ref, text } from './schema.ts';

const WEBHOOK = inPath('webhookId', 'Of the webhook.');
const DELIVERY = inPath('deliveryId', 'Of the delivery.');
const UNKNOWN = { 404: ['webhook_not_found'] };
const UNKNOWN_DELIVERY = { 404: ['delivery_not_found'] };
const RULES = [
  'invalid_name',
  'invalid_url',
  'invalid_events',
  'invalid_authorization',
  'webhook_test_failed',
];
const SECRET = text({ description: 'Signs the deliveries. Shown this once.' });
const FIELDS = {
  name: text({ minLength: 1, maxLength: 100 }),
  url: text({ maxLength: 2_048, format: 'uri', description: 'https, on the public internet.' }),
  events: list(text({ minLength: 1, maxLength: 64 }), {
    minItems: 1,
    maxItems: 20,
    description:
      'Of DEPOSIT_ASSET_SUCCESS, DEPOSIT_ASSET_EXPIRED, DEPOSIT_ASSET_CANCELED, DEPOSIT_ASSET_REFUNDED, DEPOSIT_ASSET_REFUND_FAILED, DEPOSIT_ASSET_EXCEPTION, DEPOSIT_ASSET_EXCEPTION_RESOLVED and ENDPOINT_DISABLED. Absent: DEPOSIT_ASSET_SUCCESS for a new webhook, else as before.',
  }),
  authorization: text({
    maxLength: 1_024,
    description: 'Sent as the Authorization header; empty: none.',
  }),
  skipTest: { type: 'boolean', description: 'Registers without asking the receiver.' },
};

export const WEBHOOK_PATHS = {
  '/api/webhooks': {
    post: operation({
      id: 'createWebhook',
      tag: 'Webhooks',
      summary: 'Register a webhook; its receiver must answer a signed test with 2xx',
      access: 'webhooks:write',
      body: body(FIELDS, ['name', 'url']),
      status: '201',
      reply: { webhook: ref('Webhook'), secret: SECRET },
      refusals: { 400: RULES, 409: ['endpoint_limit_reached'] },
    }),
    get: operation({
      id: 'listWebhooks',
      tag: 'Webhooks',
      summary: 'List webhooks, newest first',
      access: 'webhooks:read',
      reply: { webhooks: list(ref('Webhook')) },
    }),
  },
  '/api/webhooks/{webhookId}': {
    get: operation({
      id: 'getWebhook',
      tag: 'Webhooks',
      summary: 'One webhook with its health',
      access: 'webhooks:read',
      parameters: [WEBHOOK],
      reply: { webhook: ref('Webhook') },
      refusals: UNKNOWN,
    }),
    patch: operation({
      id: 'updateWebhook',
      tag: 'Webhooks',
      summary: 'Change what is given; a new URL is tested first',
      access: 'webhooks:write',
      parameters: [WEBHOOK],
      body: body({ ...FIELDS, enabled: flag('False holds its deliveries back.') }),
      reply: { webhook: ref('Webhook') },
      refusals: { ...UNKNOWN, 400: RULES },
    }),
    delete: operation({
      id: 'deleteWebhook',
      tag: 'Webhooks',
      summary: 'Delete a webhook; its events stay in the feed',
      access: 'webhooks:write',
      parameters: [WEBHOOK],
      refusals: UNKNOWN,
    }),
  },
  '/api/webhooks/{webhookId}/rotate-secret': {
    post: operation({
      id: 'rotateWebhookSecret',
      tag: 'Webhooks',
      summary: 'Make a new secret; both sign for 24 hours',
      access: 'webhooks:write',
      parameters: [WEBHOOK],
      body: NOTHING,
      reply: { secret: SECRET },
      refusals: UNKNOWN,
    }),
  },
  '/api/webhooks/{webhookId}/test': {
    post: operation({
      id: 'testWebhook',
      tag: 'Webhooks',
      summary: 'Send a WEBHOOK_TEST now',
      access: 'webhooks:write',
      parameters: [WEBHOOK],
      body: NOTHING,
      reply: { delivery: ref('Delivery') },
      refusals: UNKNOWN,
    }),
  },
  '/api/webhooks/{webhookId}/replay': {
    post: operation({
      id: 'replayDeliveries',
      tag: 'Webhooks',
      summary: 'Deliver the events of a window again',
      access: 'webhooks:write',
      parameters: [WEBHOOK],
      body: body({ from: text({ format: 'date-time' }), to: text({ format: 'date-time' }) }, [
        'from',
        'to',
      ]),
      status: '202',
      reply: { count: integer({ description: 'Deliveries that are due again.' }) },
      refusals: { ...UNKNOWN, 400: ['invalid_window', 'replay_too_large'] },
    }),
  },
  '/api/webhooks/{webhookId}/deliveries': {
    get: operation({
      id: 'listDeliveries',
      tag: 'Webhooks',
      summary: 'Deliveries of a webhook, newest first, each with its last attempt',
      access: 'webhooks:read',
      parameters: [
        WEBHOOK,
        inQuery(
          'status',
          text({ enum: ['PENDING', 'HELD', 'DELIVERED', 'EXHAUSTED', 'ABANDONED'] }),
          'Only with this status.',
        ),
        ...LIST_PARAMETERS,
      ],
      reply: { deliveries: list(ref('Delivery')), nextCursor: orNull(text()) },
      refusals: { ...UNKNOWN, 400: ['invalid_cursor'] },
    }),
  },
  '/api/deliveries/{deliveryId}': {
    get: operation({
      id: 'getDelivery',
      tag: 'Webhooks',
      summary: 'A delivery with every attempt',
      access: 'webhooks:read',
      parameters: [DELIVERY],
      reply: { delivery: ref('Delivery') },
      refusals: UNKNOWN_DELIVERY,
    }),
  },
  '/api/deliveries/{deliveryId}/redeliver': {
    post: operation({
      id: 'redeliver',
      tag: 'Webhooks',
      summary: 'Deliver again',
      access: 'webhooks:write',
      parameters: [DELIVERY],
      body: NOTHING,
      status: '202',
      refusals: UNKNOWN_DELIVERY,
    }),
  },
  '/api/events': {
    get: operation({
      id: 'listEvents',
      tag: 'Events',
      summary: 'Events after a cursor, in order and without gaps',
      description:
        'The bodies that webhooks get. Without `after` it goes on from what was acknowledged.',
      access: 'webhooks:read',
      parameters: [
        inQuery(
          'after',
          text({ minLength: 1, maxLength: 512 }),
          '`nextCursor` of the page before.',
        ),
        inQuery('limit', integer({ minimum: 1, maximum: 200, default: 50 }), 'Events on a page.'),
      ],
      reply: {
        events: list({ type: 'object', additionalProperties: true }),
        nextCursor: orNull(text()),
      },
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
  '/api/events/ack': {
    post: operation({
      id: 'acknowledgeEvents',
      tag: 'Events',
      summary: 'Remember how far the account has read',
      access: 'webhooks:write',
      body: body({ cursor: text({ minLength: 1, maxLength: 512 }) }, ['cursor']),
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
} as const;
