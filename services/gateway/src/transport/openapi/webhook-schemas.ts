import { CAUSE_CODES } from '@entrada/contracts/cause-codes';
import { z } from 'zod';
import { DELIVERY_STATUSES } from '../../domain/endpoint.ts';
import { flag, integer, list, object, ref, reply, text, time } from './schema.ts';

const ms = (description: string) => z.number().describe(description).nullable();

const timings = reply({
  dns: ms('Milliseconds to resolve the host.'),
  tcp: ms('Milliseconds to connect.'),
  tls: ms('Milliseconds for the TLS handshake.'),
  firstByte: ms('Milliseconds to the first byte of the response.'),
  total: ms('Milliseconds in total.'),
});

const attempt = reply({
  at: time('Time of the attempt.'),
  statusCode: integer({ description: 'Null: no response.' }).nullable(),
  cause: text({ description: 'Why the attempt failed, in words.' }).nullable(),
  causeCode: text({
    enum: [...CAUSE_CODES, null],
    description: 'Why the attempt failed, for programs; null: it succeeded.',
  }).nullable(),
  timings: ref('AttemptTimings'),
  responseBody: text({ description: 'The beginning of the response body.' }),
  requestHeaders: list(text(), { description: 'Headers that were sent, with secrets masked.' }),
  responseHeaders: list(text(), {
    description:
      'The first 20 headers of the response, each cut at 256 characters, with secrets masked. Kept for failed attempts and tests; empty for any other success.',
  }),
});

const health = reply({
  delivered: integer({
    description: 'Deliveries of the last 24 hours that succeeded, tests included; at most 10,000.',
  }),
  failed: integer({
    description: 'Deliveries of the last 24 hours that failed after the last attempt.',
  }),
  waiting: integer({
    description: 'Deliveries of the last 24 hours that wait for an attempt.',
  }),
  lastSuccessAt: time('Last successful delivery, tests excluded.').nullable(),
  lastFailureAt: time('Last failure.').nullable(),
  lastFailureCause: text().nullable(),
});

const trigger = reply({
  kind: text({
    enum: ['event', 'test', 'replay', 'redelivery'],
    description: 'What it was sent for last: an event, or what you asked for.',
  }),
  at: time('When that was.'),
});

/** Webhooks, what was sent to them, and what can be. */
export const WEBHOOK_SCHEMAS = {
  WebhookHealth: health,
  AttemptTimings: timings,
  DeliveryAttempt: attempt,
  DeliveryTrigger: trigger,
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
  Delivery: reply({
    id: text(),
    webhookId: text({ format: 'uuid' }),
    webhookName: text(),
    eventId: text({ description: 'The webhook-id header, equal in every attempt.' }),
    event: text(),
    test: flag('Whether it is a test that you asked for, which reports nothing that happened.'),
    trigger: ref('DeliveryTrigger'),
    status: text({ enum: DELIVERY_STATUSES }),
    createdAt: time('Creation time.'),
    attempts: list(ref('DeliveryAttempt'), {
      description: 'In a list of deliveries, only the last attempt.',
    }),
    nextAttemptsAt: list(time('Planned time, if all attempts before it fail.')),
    body: text({
      description: 'What is signed and sent, byte for byte; null in a list of deliveries.',
    }).nullable(),
  }),
  WebhookMetrics: reply({
    asOf: time('When these numbers were read.'),
    buckets: list(ref('WebhookMetricsBucket'), {
      description: 'One for each hour, oldest first, tests included.',
    }),
  }),
  WebhookMetricsBucket: reply({
    start: time('The beginning of the UTC hour.'),
    delivered: integer({ description: 'Attempts that succeeded.' }),
    failed: integer({ description: 'Attempts that failed.' }),
    p95Ms: ms(
      '95th percentile of the duration of answered attempts, at most 9.1 % off; null: none was answered.',
    ),
    statusCodes: z.record(z.string(), z.number().int()).meta({
      description:
        'Attempts by status code, by class such as 4xx for rare codes, or by `causeCode` for attempts without a usable response.',
    }),
  }),
  EventKind: reply({
    name: text({ description: 'As in `events` of a webhook endpoint and `event` of a body.' }),
    description: text(),
    schema: object(),
    sample: object(),
  }),
};
