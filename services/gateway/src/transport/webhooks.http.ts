import { readEventKinds } from '@entrada/contracts/event-kinds';
import { LIMITS } from '@entrada/contracts/limits';
import { withNewDeadline } from '@entrada/platform/grpc/call-context';
import { z } from 'zod';
import { listQuery, textField, timeField } from './http/fields.ts';
import { noFields, route } from './http/route.ts';
import { flag, integer, list, object, ref, reply, text, time } from './openapi/schema.ts';

const { endpoint: limits } = LIMITS;
const EVENTS_MAX = 20;
const EVENT_LENGTH_MAX = 64;
const SECRET_LENGTH_MAX = 100;
/** A receiver has ten seconds to answer the test. */
const TEST_TIMEOUT_MS = 20_000;

/** The services refuse names that are not among the documented events. */
export const eventName = textField(1, EVENT_LENGTH_MAX);

const settings = {
  name: textField(1, limits.nameLengthMax),
  url: textField(1, limits.urlLengthMax).meta({
    format: 'uri',
    description: 'An https URL on the public internet.',
  }),
  events: z
    .array(eventName)
    .min(1)
    .max(EVENTS_MAX)
    .optional()
    .describe('Default: DEPOSIT_ASSET_SUCCESS for a new webhook, otherwise unchanged.'),
  authorization: z
    .string()
    .max(limits.authorizationLengthMax)
    .optional()
    .describe('Value of the Authorization header of deliveries; empty: none.'),
  skipTest: z.boolean().optional().describe('Saves the webhook without testing the receiver.'),
};

/** Replies have it in capitals, and what was read can be sent. */
const status = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.toLowerCase() : given),
    z.enum(['enabled', 'disabled']),
  )
  .optional();
const enabled = z.boolean().optional().describe('The same as `status`; send one of them.');
type Switch = { readonly status?: string | undefined; readonly enabled?: boolean | undefined };
const isOneOfBoth = (given: Switch) => given.status === undefined || given.enabled === undefined;
const BOTH = { path: ['enabled'], error: 'must be absent with status' };

const newEndpoint = z
  .strictObject({
    ...settings,
    status: status.describe(
      '`disabled`: created without a test, so that the receiver can get the secret first. Events are held until it is ' +
        'enabled. Default: `enabled`.',
    ),
    enabled,
    secret: z
      .string()
      .max(SECRET_LENGTH_MAX)
      .optional()
      .describe(
        'Secret that your receiver checks signatures with: `whsec_` and the base64 of 24 to 64 random bytes. Default: a new one, ' +
          'which is in the reply.',
      ),
  })
  .refine(isOneOfBoth, BOTH);
const endpointChanges = z
  .strictObject({
    ...settings,
    name: settings.name.optional(),
    url: settings.url.optional(),
    status: status.describe('`disabled`: its deliveries are held until it is enabled.'),
    enabled,
  })
  .refine(isOneOfBoth, BOTH);
const replayWindow = z.strictObject({
  from: timeField,
  to: timeField,
  only: z
    .enum(['all', 'failed'])
    .default('all')
    .describe('`failed`: only deliveries that were given up (EXHAUSTED or ABANDONED).'),
  dryRun: z.boolean().default(false).describe('Counts the deliveries and changes nothing.'),
});
const metricsQuery = z.strictObject({
  from: listQuery.from.describe(
    'Start, from the beginning of its hour; default: 23 hours before `to`.',
  ),
  to: listQuery.to.describe('End, exclusive; default: now. At most 31 days after `from`.'),
});

const ms = (description: string) => z.number().describe(description).nullable();

export const WEBHOOK_SCHEMAS = {
  WebhookHealth: reply({
    delivered: integer(
      'Deliveries of the last 24 hours that succeeded, tests included; at most 10,000.',
    ),
    failed: integer('Deliveries of the last 24 hours that failed after the last attempt.'),
    waiting: integer('Deliveries of the last 24 hours that wait for an attempt.'),
    lastSuccessAt: time('Last successful delivery, tests excluded.').nullable(),
    lastFailureAt: time('Last failure.').nullable(),
    lastFailureCause: text().nullable(),
  }),
  Webhook: reply({
    id: text({ format: 'uuid' }),
    name: text(),
    url: text({ format: 'uri' }),
    events: list(text()),
    status: text({ enum: ['ENABLED', 'DISABLED', 'GONE', 'FAILING'] }),
    disabledReason: text({
      enum: ['OWNER', 'GONE', 'FAILING', null],
      description:
        'OWNER: you disabled it. GONE: it answered 410. FAILING: it failed for five days. Null: it is enabled.',
    }).nullable(),
    hasAuthorization: flag('Whether deliveries have an Authorization header.'),
    createdAt: time('Creation time.'),
    health: ref('WebhookHealth'),
  }),
  WebhookMetrics: reply({
    asOf: time('Everything recorded until then is counted.'),
    buckets: list(ref('WebhookMetricsBucket'), 'One for each hour, oldest first, tests included.'),
  }),
  WebhookMetricsBucket: reply({
    start: time('The beginning of the UTC hour.'),
    delivered: integer('Attempts that succeeded.'),
    failed: integer('Attempts that failed.'),
    p95Ms: ms(
      '95th percentile of the duration of answered attempts, at most 9.1 % off; null: none was answered.',
    ),
    statusCodes: z.record(z.string(), z.number().int()).meta({
      description:
        'Attempts by status code, by class such as 4xx for rare codes, or by `causeCode` for attempts without a usable response.',
    }),
  }),
  EventKind: reply({
    name: text('As in `events` of a webhook endpoint and `event` of a body.'),
    description: text(),
    schema: object(),
    sample: object(),
  }),
};

const RULES = [
  'invalid_name',
  'invalid_url',
  'invalid_events',
  'invalid_authorization',
  'webhook_test_failed',
];
const SECRET = text('Secret that signs the deliveries. It is shown only this once.');
const READ = { method: 'GET', tag: 'Webhooks', access: 'webhooks:read' } as const;
const WRITE = { tag: 'Webhooks', access: 'webhooks:write' } as const;

export const WEBHOOK_ROUTES = [
  route({
    ...WRITE,
    method: 'POST',
    path: '/api/webhooks',
    id: 'createWebhook',
    summary: 'Create a webhook endpoint; it must answer a signed test event with 2xx',
    description:
      'A receiver that checks signatures needs the secret before the test: send your own as `secret`, or create the webhook with ' +
      '`status` `disabled`, give the receiver the secret of the reply, test it and enable it.',
    proof: true,
    body: newEndpoint,
    status: 201,
    reply: { webhook: ref('Webhook'), secret: SECRET },
    refusals: { 400: RULES, 409: ['endpoint_limit_reached'] },
    async handle(call) {
      const { app, accountId, body } = call;
      const { status: wanted, enabled: isEnabled = wanted !== 'disabled', ...endpoint } = body;
      const created = await app.audited(call, {
        action: 'webhook.created',
        subject: 'webhook:new',
        act: () =>
          withTestDeadline(() =>
            app.createEndpoint({ accountId, ...endpoint, enabled: isEnabled }),
          ),
        result: (done) => ({ subject: `webhook:${done.endpoint.id}` }),
      });
      return { webhook: created.endpoint, secret: created.secret };
    },
  }),
  route({
    ...READ,
    path: '/api/webhooks',
    id: 'listWebhooks',
    summary: 'List webhook endpoints, newest first',
    reply: { webhooks: list(ref('Webhook')) },
    handle: async ({ app, accountId }) => ({ webhooks: await app.listEndpoints(accountId) }),
  }),
  route({
    ...READ,
    path: '/api/webhooks/{webhookId}',
    id: 'getWebhook',
    summary: 'Get a webhook endpoint and its health',
    reply: { webhook: ref('Webhook') },
    handle: async ({ app, accountId, params }) => ({
      webhook: await app.getEndpoint({ accountId, endpointId: params.webhookId }),
    }),
  }),
  route({
    ...WRITE,
    method: 'PATCH',
    path: '/api/webhooks/{webhookId}',
    id: 'updateWebhook',
    summary: 'Change the given fields; a new URL is tested first',
    proof: true,
    body: endpointChanges,
    reply: { webhook: ref('Webhook') },
    refusals: { 400: RULES },
    async handle(call) {
      const { app, accountId, body } = call;
      const { webhookId: endpointId } = call.params;
      const { status: wanted, enabled: isEnabled = wanted && wanted === 'enabled', ...rest } = body;
      const detail = { fields: Object.keys(body) };
      const changes = { accountId, endpointId, ...rest, enabled: isEnabled };
      const webhook = await app.audited(call, {
        action: 'webhook.updated',
        subject: `webhook:${endpointId}`,
        detail,
        act: () => withTestDeadline(() => app.updateEndpoint(changes)),
        result: () => ({ detail }),
      });
      return { webhook };
    },
  }),
  route({
    ...WRITE,
    method: 'DELETE',
    path: '/api/webhooks/{webhookId}',
    id: 'deleteWebhook',
    summary: 'Delete a webhook endpoint; its events stay in the feed',
    handle(call) {
      const { app, accountId, params } = call;
      return app.audited(call, {
        action: 'webhook.deleted',
        subject: `webhook:${params.webhookId}`,
        act: () => app.deleteEndpoint({ accountId, endpointId: params.webhookId }),
      });
    },
  }),
  route({
    ...WRITE,
    method: 'POST',
    path: '/api/webhooks/{webhookId}/rotate-secret',
    id: 'rotateWebhookSecret',
    summary: 'Create a new secret; deliveries are signed with both for 24 hours',
    proof: true,
    body: noFields,
    reply: { secret: SECRET },
    handle(call) {
      const { app, accountId, params } = call;
      return app.audited(call, {
        action: 'webhook.secret_rotated',
        subject: `webhook:${params.webhookId}`,
        act: () => app.rotateEndpointSecret({ accountId, endpointId: params.webhookId }),
      });
    },
  }),
  route({
    ...WRITE,
    method: 'POST',
    path: '/api/webhooks/{webhookId}/test',
    id: 'testWebhook',
    summary: 'Send a test event now',
    description:
      'Sends a WEBHOOK_TEST, or the sample of another event. Every test has an event id of its own, `"test": true` in its body and the header `webhook-test: true`, and names no charge that exists.',
    body: z.strictObject({
      event: eventName
        .optional()
        .describe('The event whose sample is sent; default: WEBHOOK_TEST.'),
    }),
    reply: { delivery: ref('Delivery') },
    refusals: { 400: ['invalid_events'] },
    async handle(call) {
      const { app, accountId, body } = call;
      const test = { accountId, endpointId: call.params.webhookId, event: body.event };
      const delivery = await app.audited(call, {
        action: 'webhook.tested',
        subject: `webhook:${test.endpointId}`,
        act: () => withTestDeadline(() => app.sendTestEvent(test)),
        result: ({ id: deliveryId, event, status: reached }) => ({
          detail: { deliveryId, event, status: reached },
        }),
      });
      return { delivery };
    },
  }),
  route({
    ...WRITE,
    method: 'POST',
    path: '/api/webhooks/{webhookId}/replay',
    id: 'replayDeliveries',
    summary: 'Deliver the events of a time window again',
    body: replayWindow,
    status: 202,
    reply: {
      count: integer('Deliveries that will, or would, be sent again.'),
      dryRun: flag('Whether they were only counted.'),
    },
    refusals: { 400: ['invalid_window', 'replay_too_large'] },
    async handle(call) {
      const { app, accountId, body } = call;
      const { webhookId: endpointId } = call.params;
      const { dryRun, ...detail } = body;
      const act = () => app.replayWindow({ accountId, endpointId, ...body });
      const { count } = dryRun
        ? await act()
        : await app.audited(call, {
            action: 'webhook.replayed',
            subject: `webhook:${endpointId}`,
            detail,
            act,
            result: ({ count: replayed }) => ({ detail: { ...detail, count: replayed } }),
          });
      return { count, dryRun };
    },
  }),
];

const eventKinds = readEventKinds();

/** How an endpoint does, and what it can be sent. */
export const WEBHOOK_INSIGHT_ROUTES = [
  route({
    ...READ,
    path: '/api/webhooks/{webhookId}/metrics',
    id: 'getWebhookMetrics',
    summary: 'Count the attempts at a webhook endpoint, per hour',
    query: metricsQuery,
    reply: { metrics: ref('WebhookMetrics') },
    refusals: { 400: ['invalid_window'] },
    handle: async ({ app, accountId, params, query }) => ({
      metrics: await app.getEndpointMetrics({ accountId, endpointId: params.webhookId, ...query }),
    }),
  }),
  route({
    ...READ,
    path: '/api/event-kinds',
    id: 'listEventKinds',
    summary: 'List what webhooks can be sent, with the schema and a sample of each body',
    reply: { eventKinds: list(ref('EventKind')) },
    handle: () => ({ eventKinds }),
  }),
];

function withTestDeadline<T>(work: () => Promise<T>): Promise<T> {
  return withNewDeadline(Date.now() + TEST_TIMEOUT_MS, work);
}
