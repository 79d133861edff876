import { CHARGE_STATUSES } from '../../domain/charge.ts';
import { ERROR_CODES } from './error-codes.ts';
import { cents, flag, integer, list, orNull, reply, type Schema, text, time } from './schema.ts';

const created = {
  id: text({ pattern: '^[0-9a-f]{24}$', description: 'Unique charge identifier.' }),
  emv: text({ description: 'Pix copy-and-paste code.' }),
  qrCodeLink: text({ format: 'uri', description: 'QR code image.' }),
  paymentLinkId: text({ format: 'uuid', description: 'Identifies the charge in every call.' }),
  paymentLinkUrl: text({ format: 'uri', description: 'Page for the payer.' }),
  value: cents('What the payer pays, in cents.'),
  originalValue: cents('What was asked for, in cents.'),
  fee: cents('Fee, in cents.'),
  status: text({ enum: CHARGE_STATUSES }),
};
const extras = {
  expiresAt: time('When the code can no longer be paid.'),
  externalId: orNull(text({ description: 'Your own identifier.' })),
};
const ms = (description: string) => orNull({ type: 'number', description });

const timings = reply({
  dns: ms('Milliseconds to resolve the host.'),
  tcp: ms('Milliseconds to connect.'),
  tls: ms('Milliseconds for the TLS handshake.'),
  firstByte: ms('Milliseconds to the first byte of the answer.'),
  total: ms('Milliseconds altogether.'),
});

const attempt = reply({
  at: time('When it was tried.'),
  statusCode: orNull(integer({ description: 'Null: there was no answer.' })),
  cause: orNull(text({ description: 'Why it failed, in plain words.' })),
  timings,
  responseBody: text({ description: 'The beginning of the answer.' }),
  requestHeaders: list(text(), { description: 'What was sent, secrets masked.' }),
});

const health = reply({
  delivered: integer({
    description: 'Of the last 24 hours, those that arrived, tests included; at most 10,000.',
  }),
  failed: integer({ description: 'Of the last 24 hours, those given up after the last try.' }),
  waiting: integer({
    description: 'Of the last 24 hours, those to be tried, tried again or sent again.',
  }),
  lastSuccessAt: orNull(time('Last delivery of an event; a test does not count.')),
  lastFailureAt: orNull(time('Last failure.')),
  lastFailureCause: orNull(text()),
});

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  CreatedCharge: reply({ ...created, ...extras }),
  Charge: reply({
    ...created,
    createdAt: time('Creation time.'),
    ...extras,
    description: orNull(text({ description: 'What the payer is shown.' })),
    paidAt: orNull(time('When it was paid.')),
    paidLate: flag('It was paid after it had expired.'),
    refundedValue: cents('Given back so far, in cents.'),
  }),
  Refund: reply({
    id: text(),
    value: cents('Given back by this refund, in cents.'),
    status: text({ enum: ['PROCESSING', 'SETTLED', 'FAILED'] }),
    reason: orNull(text()),
    createdAt: time('When it was asked for.'),
  }),
  TimelineEntry: {
    type: 'object',
    properties: {
      at: time('When it happened.'),
      kind: text({
        description: 'Such as created, checked, completed, credited, webhook_attempt.',
      }),
      traceId: orNull(text({ description: 'W3C trace id.' })),
    },
    required: ['at', 'kind', 'traceId'],
    additionalProperties: true,
  },
  Balance: reply({
    available: cents('Yours to use, in cents.'),
    suspense: cents('Received but waiting for a decision, in cents.'),
    currency: text({ const: 'BRL' }),
  }),
  StatementEntry: reply({
    id: text(),
    at: time('When it was posted.'),
    kind: text({ description: 'Such as DEPOSIT or REFUND_HOLD.' }),
    amount: cents('Signed, in cents.'),
    balance: cents('Available balance after this entry, in cents.'),
    paymentLinkId: orNull(text({ format: 'uuid' })),
    description: text(),
  }),
  Account: reply({
    id: text({ format: 'uuid' }),
    email: text(),
    name: text(),
    createdAt: time('Sign-up.'),
  }),
  Session: reply({
    id: text({ format: 'uuid' }),
    createdAt: time('Log-in.'),
    expiresAt: time('When it ends by itself.'),
    lastSeenAt: orNull(time('Last use, to the minute.')),
    ip: text(),
    userAgent: text(),
    current: flag('The session that asks.'),
  }),
  ApiKey: reply({
    id: text({ format: 'uuid' }),
    name: text(),
    prefix: text({ description: 'The beginning of the key, to recognise it by.' }),
    scopes: list(text()),
    allowedIps: list(text(), { description: 'Empty: from anywhere.' }),
    createdAt: time('Creation time.'),
    expiresAt: orNull(time('When it stops working.')),
    lastUsedAt: orNull(time('Last use, within some seconds.')),
    revokedAt: orNull(time('When it was revoked.')),
    queryUseAt: orNull(
      time('When it last came in the query of an address, where logs may keep it.'),
    ),
  }),
  Webhook: reply({
    id: text({ format: 'uuid' }),
    name: text(),
    url: text({ format: 'uri' }),
    events: list(text()),
    status: text({ enum: ['ENABLED', 'DISABLED', 'GONE', 'FAILING'] }),
    hasAuthorization: flag('An Authorization header is sent along.'),
    createdAt: time('Creation time.'),
    health,
  }),
  Delivery: reply({
    id: text(),
    webhookId: text({ format: 'uuid' }),
    eventId: text({ description: 'The webhook-id, equal on every try.' }),
    event: text(),
    status: text({ enum: ['PENDING', 'HELD', 'DELIVERED', 'EXHAUSTED', 'ABANDONED'] }),
    createdAt: time('Creation time.'),
    attempts: list(attempt, { description: 'In a list of deliveries only the last one.' }),
    nextAttemptsAt: list(time('If every try failed.')),
  }),
  Error: {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: false },
      error: text({ description: 'For people.' }),
      code: text({
        enum: Object.keys(ERROR_CODES),
        description: 'For programs; see /docs/errors.',
      }),
      requestId: text({ description: 'Tell it to support.' }),
      details: list(reply({ field: text(), message: text() })),
    },
    required: ['success', 'error', 'code', 'requestId'],
    additionalProperties: false,
  },
};
