import {
  accountDeliveriesQuery,
  acknowledgement,
  deliveriesQuery,
  endpointChanges,
  eventsQuery,
  metricsQuery,
  newEndpoint,
  noFields,
  replayWindow,
  testRequest,
} from '../requests/webhooks.ts';
import { inPath, operation } from './operation.ts';
import { flag, integer, list, ref, text } from './schema.ts';

const WEBHOOK = inPath('webhookId', 'Id of the webhook endpoint.');
const DELIVERY = inPath('deliveryId', 'Id of the delivery.');
const UNKNOWN = { 404: ['webhook_not_found'] };
const UNKNOWN_DELIVERY = { 404: ['delivery_not_found'] };
const RULES = [
  'invalid_name',
  'invalid_url',
  'invalid_events',
  'invalid_authorization',
  'webhook_test_failed',
];
const SECRET = text({
  description: 'Secret that signs the deliveries. It is shown only this once.',
});

export const WEBHOOK_PATHS = {
  '/api/webhooks': {
    post: operation({
      id: 'createWebhook',
      tag: 'Webhooks',
      summary: 'Create a webhook endpoint; it must answer a signed test event with 2xx',
      description:
        'A receiver that checks signatures needs the secret before the test: send your own as `secret`, or create the webhook with ' +
        '`status` `disabled`, give the receiver the secret of the reply, test it and enable it.',
      access: 'webhooks:write',
      proof: true,
      body: newEndpoint,
      status: '201',
      reply: { webhook: ref('Webhook'), secret: SECRET },
      refusals: { 400: RULES, 409: ['endpoint_limit_reached'] },
    }),
    get: operation({
      id: 'listWebhooks',
      tag: 'Webhooks',
      summary: 'List webhook endpoints, newest first',
      access: 'webhooks:read',
      reply: { webhooks: list(ref('Webhook')) },
    }),
  },
  '/api/webhooks/{webhookId}': {
    get: operation({
      id: 'getWebhook',
      tag: 'Webhooks',
      summary: 'Get a webhook endpoint and its health',
      access: 'webhooks:read',
      parameters: [WEBHOOK],
      reply: { webhook: ref('Webhook') },
      refusals: UNKNOWN,
    }),
    patch: operation({
      id: 'updateWebhook',
      tag: 'Webhooks',
      summary: 'Change the given fields; a new URL is tested first',
      access: 'webhooks:write',
      proof: true,
      parameters: [WEBHOOK],
      body: endpointChanges,
      reply: { webhook: ref('Webhook') },
      refusals: { ...UNKNOWN, 400: RULES },
    }),
    delete: operation({
      id: 'deleteWebhook',
      tag: 'Webhooks',
      summary: 'Delete a webhook endpoint; its events stay in the feed',
      access: 'webhooks:write',
      parameters: [WEBHOOK],
      refusals: UNKNOWN,
    }),
  },
  '/api/webhooks/{webhookId}/rotate-secret': {
    post: operation({
      id: 'rotateWebhookSecret',
      tag: 'Webhooks',
      summary: 'Create a new secret; deliveries are signed with both for 24 hours',
      access: 'webhooks:write',
      proof: true,
      parameters: [WEBHOOK],
      body: noFields,
      reply: { secret: SECRET },
      refusals: UNKNOWN,
    }),
  },
  '/api/webhooks/{webhookId}/test': {
    post: operation({
      id: 'testWebhook',
      tag: 'Webhooks',
      summary: 'Send a test event now',
      description:
        'Sends a WEBHOOK_TEST, or the sample of another event. Every test has an event id of its own, `"test": true` in its body and the header `webhook-test: true`, and names no charge that exists.',
      access: 'webhooks:write',
      parameters: [WEBHOOK],
      body: testRequest,
      reply: { delivery: ref('Delivery') },
      refusals: { ...UNKNOWN, 400: ['invalid_events'] },
    }),
  },
  '/api/webhooks/{webhookId}/replay': {
    post: operation({
      id: 'replayDeliveries',
      tag: 'Webhooks',
      summary: 'Deliver the events of a time window again',
      access: 'webhooks:write',
      parameters: [WEBHOOK],
      body: replayWindow,
      status: '202',
      reply: {
        count: integer({ description: 'Deliveries that will, or would, be sent again.' }),
        dryRun: flag('Whether they were only counted.'),
      },
      refusals: { ...UNKNOWN, 400: ['invalid_window', 'replay_too_large'] },
    }),
  },
  '/api/webhooks/{webhookId}/deliveries': {
    get: operation({
      id: 'listDeliveries',
      tag: 'Webhooks',
      summary:
        'List the deliveries of a webhook endpoint, newest first, each with its last attempt',
      access: 'webhooks:read',
      parameters: [WEBHOOK],
      query: deliveriesQuery,
      reply: { deliveries: list(ref('Delivery')), nextCursor: text().nullable() },
      refusals: { ...UNKNOWN, 400: ['invalid_cursor'] },
    }),
  },
  '/api/webhooks/{webhookId}/metrics': {
    get: operation({
      id: 'getWebhookMetrics',
      tag: 'Webhooks',
      summary: 'Count the attempts at a webhook endpoint, per hour',
      access: 'webhooks:read',
      parameters: [WEBHOOK],
      query: metricsQuery,
      reply: { metrics: ref('WebhookMetrics') },
      refusals: { ...UNKNOWN, 400: ['invalid_window'] },
    }),
  },
  '/api/event-kinds': {
    get: operation({
      id: 'listEventKinds',
      tag: 'Webhooks',
      summary: 'List what webhooks can be sent, with the schema and a sample of each body',
      access: 'webhooks:read',
      reply: { eventKinds: list(ref('EventKind')) },
    }),
  },
  '/api/deliveries': {
    get: operation({
      id: 'listAccountDeliveries',
      tag: 'Webhooks',
      summary: 'List the deliveries to all webhooks, newest first, each with its last attempt',
      access: 'webhooks:read',
      query: accountDeliveriesQuery,
      reply: { deliveries: list(ref('Delivery')), nextCursor: text().nullable() },
      refusals: { ...UNKNOWN, 400: ['invalid_cursor'] },
    }),
  },
  '/api/deliveries/{deliveryId}': {
    get: operation({
      id: 'getDelivery',
      tag: 'Webhooks',
      summary: 'Get a delivery and all of its attempts',
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
      summary: 'Send a delivery again',
      access: 'webhooks:write',
      parameters: [DELIVERY],
      body: noFields,
      status: '202',
      refusals: UNKNOWN_DELIVERY,
    }),
  },
  '/api/events': {
    get: operation({
      id: 'listEvents',
      tag: 'Events',
      summary: 'List events after a cursor, in order and without gaps',
      description:
        'Each event is the body that endpoints receive. Without `cursor` the list starts after the acknowledged one; `cursor=0` ' +
        'reads from the beginning, which is 30 days ago. With `wait` the reply comes as soon as there is an event. A cursor ' +
        'that was never issued is refused.',
      access: 'webhooks:read',
      query: eventsQuery,
      reply: {
        events: list(ref('Event')),
        nextCursor: text().nullable(),
      },
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
  '/api/events/ack': {
    post: operation({
      id: 'acknowledgeEvents',
      tag: 'Events',
      summary: 'Acknowledge all events up to a cursor',
      access: 'webhooks:write',
      body: acknowledgement,
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
} as const;
