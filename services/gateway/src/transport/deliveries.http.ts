import { CAUSE_CODES } from '@entrada/contracts/cause-codes';
import { z } from 'zod';
import { listQuery, windowQuery } from './http/fields.ts';
import { noFields, route } from './http/route.ts';
import { flag, integer, list, ref, reply, text, time } from './openapi/schema.ts';
import { eventName } from './webhooks.http.ts';

const DELIVERY_STATUSES = ['PENDING', 'HELD', 'DELIVERED', 'EXHAUSTED', 'ABANDONED'] as const;

const deliveriesQuery = windowQuery({
  status: z.enum(DELIVERY_STATUSES).optional().describe('Only deliveries with this status.'),
  ...listQuery,
});

const accountDeliveriesQuery = windowQuery({
  webhookId: z.uuid('must be a UUID').optional().describe('Only deliveries to this webhook.'),
  event: eventName.optional().describe('Only deliveries of this event, tests of it included.'),
  eventId: z
    .uuid('must be a UUID')
    .optional()
    .describe('Only deliveries of the event with this id.'),
  ...deliveriesQuery.shape,
});

const ms = (description: string) => z.number().describe(description).nullable();

export const DELIVERY_SCHEMAS = {
  AttemptTimings: reply({
    dns: ms('Milliseconds to resolve the host.'),
    tcp: ms('Milliseconds to connect.'),
    tls: ms('Milliseconds for the TLS handshake.'),
    firstByte: ms('Milliseconds to the first byte of the response.'),
    total: ms('Milliseconds in total.'),
  }),
  DeliveryAttempt: reply({
    at: time('Time of the attempt.'),
    statusCode: integer('Null: no response.').nullable(),
    cause: text('Why the attempt failed, in words.').nullable(),
    causeCode: text({
      enum: [...CAUSE_CODES, null],
      description: 'Why the attempt failed, for programs; null: it succeeded.',
    }).nullable(),
    timings: ref('AttemptTimings'),
    responseBody: text('The beginning of the response body.'),
    requestHeaders: list(text(), 'Headers that were sent, with secrets masked.'),
    responseHeaders: list(
      text(),
      'The first 20 headers of the response, each cut at 256 characters, with secrets masked. Kept for failed attempts and tests; empty for any other success.',
    ),
  }),
  DeliveryTrigger: reply({
    kind: text({
      enum: ['event', 'test', 'replay', 'redelivery'],
      description: 'What it was sent for last: an event, or what you asked for.',
    }),
    at: time('When that was.'),
  }),
  Delivery: reply({
    id: text(),
    webhookId: text({ format: 'uuid' }),
    webhookName: text(),
    eventId: text('The webhook-id header, equal in every attempt.'),
    event: text(),
    test: flag('Whether it is a test that you asked for, which reports nothing that happened.'),
    trigger: ref('DeliveryTrigger'),
    status: text({ enum: DELIVERY_STATUSES }),
    createdAt: time('Creation time.'),
    attempts: list(ref('DeliveryAttempt'), 'In a list of deliveries, only the last attempt.'),
    nextAttemptsAt: list(time('Planned time, if all attempts before it fail.')),
    body: text('What is signed and sent, byte for byte; null in a list of deliveries.').nullable(),
  }),
};

const PAGE = { deliveries: list(ref('Delivery')), nextCursor: text().nullable() };
const READ = { method: 'GET', tag: 'Webhooks', access: 'webhooks:read' } as const;

export const ENDPOINT_DELIVERIES_ROUTE = route({
  ...READ,
  path: '/api/webhooks/{webhookId}/deliveries',
  id: 'listDeliveries',
  summary: 'List the deliveries of a webhook endpoint, newest first, each with its last attempt',
  query: deliveriesQuery,
  reply: PAGE,
  handle: ({ app, accountId, params, query }) =>
    app.listDeliveries({ accountId, endpointId: params.webhookId, ...query }),
});

export const DELIVERY_ROUTES = [
  route({
    ...READ,
    path: '/api/deliveries',
    id: 'listAccountDeliveries',
    summary: 'List the deliveries to all webhooks, newest first, each with its last attempt',
    query: accountDeliveriesQuery,
    reply: PAGE,
    refusals: { 404: ['webhook_not_found'] },
    handle: ({ app, accountId, query: { webhookId: endpointId, ...filter } }) =>
      app.listDeliveries({ accountId, endpointId, ...filter }),
  }),
  route({
    ...READ,
    path: '/api/deliveries/{deliveryId}',
    id: 'getDelivery',
    summary: 'Get a delivery and all of its attempts',
    reply: { delivery: ref('Delivery') },
    handle: async ({ app, accountId, params }) => ({
      delivery: await app.getDelivery({ accountId, ...params }),
    }),
  }),
  route({
    tag: 'Webhooks',
    access: 'webhooks:write',
    method: 'POST',
    path: '/api/deliveries/{deliveryId}/redeliver',
    id: 'redeliver',
    summary: 'Send a delivery again',
    body: noFields,
    status: 202,
    handle(call) {
      const { app, accountId, params } = call;
      return app.audited(call, {
        action: 'delivery.redelivered',
        subject: `delivery:${params.deliveryId}`,
        act: () => app.redeliver({ accountId, ...params }),
      });
    },
  }),
];
