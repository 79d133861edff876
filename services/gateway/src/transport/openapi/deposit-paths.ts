import { CHARGE_STATUSES } from '../../domain/charge.ts';
import { inHeader, inPath, inQuery, LIST_PARAMETERS, operation } from './operation.ts';
import { body, integer, list, orNull, ref, type Schema, text } from './schema.ts';

const LINK = inPath('paymentLinkId', 'Of the deposit.');
const IDEMPOTENCY = inHeader(
  'Idempotency-Key',
  text({ minLength: 1, maxLength: 255 }),
  'Makes the request safe to repeat for 72 hours.',
);
const REQUIRED_IDEMPOTENCY = {
  ...IDEMPOTENCY,
  required: true,
  description: 'A new unique value for each refund, and the same value when you retry it.',
};
const IDEMPOTENCY_REFUSALS = ['idempotency_key_reused'];
const UNKNOWN = { 404: ['charge_not_found'] };
const BANK_AWAY = { 503: ['provider_unavailable'] };
const AT = inQuery('at', text({ format: 'date-time' }), 'Absent: now.');
const EXTERNAL_ID = text({ minLength: 1, maxLength: 128 });

const newDeposit = body(
  {
    value: integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Cents.' }),
    expiresIn: integer({
      minimum: 60,
      maximum: 1_209_600,
      description: 'Seconds; 86400 if absent.',
    }),
    externalId: { ...EXTERNAL_ID, description: 'Your own identifier, used once for ever.' },
    description: text({ minLength: 1, maxLength: 140, description: 'Shown to the payer.' }),
  },
  ['value'],
);

export const DEPOSIT_PATHS = {
  '/api/deposit': {
    post: operation({
      id: 'createDeposit',
      tag: 'Deposits',
      summary: 'Create a deposit',
      access: 'deposits:write',
      parameters: [IDEMPOTENCY],
      body: newDeposit,
      status: '201',
      reply: { charge: ref('CreatedCharge') },
      headers: ['Location', 'Idempotent-Replayed'],
      refusals: {
        400: ['invalid_value', 'invalid_idempotency_key'],
        409: ['idempotency_in_progress', 'external_id_conflict'],
        422: ['value_out_of_range', 'expires_in_out_of_range', ...IDEMPOTENCY_REFUSALS],
        ...BANK_AWAY,
      },
    }),
    get: operation({
      id: 'listDeposits',
      tag: 'Deposits',
      summary: 'List deposits, newest first',
      access: 'deposits:read',
      parameters: [
        inQuery('status', text({ enum: CHARGE_STATUSES }), 'Only with this status.'),
        inQuery('externalId', EXTERNAL_ID, 'Only with this identifier of yours.'),
        ...LIST_PARAMETERS,
      ],
      reply: { charges: list(ref('Charge')), nextCursor: orNull(text()) },
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
  '/api/deposit/{paymentLinkId}': {
    get: operation({
      id: 'getDeposit',
      tag: 'Deposits',
      summary: 'Query a deposit',
      description:
        'While it is PENDING the bank is asked first; `X-Status-Source` tells whether it answered.',
      access: 'deposits:read',
      parameters: [
        LINK,
        inQuery(
          'wait',
          integer({ minimum: 0, maximum: 30, default: 0 }),
          'Seconds to wait for it to leave PENDING.',
        ),
      ],
      reply: { charge: ref('Charge') },
      headers: ['X-Status-Source'],
      refusals: UNKNOWN,
    }),
    delete: operation({
      id: 'cancelDeposit',
      tag: 'Deposits',
      summary: 'Cancel a deposit',
      access: 'deposits:write',
      parameters: [LINK],
      reply: { charge: ref('Charge') },
      refusals: { ...UNKNOWN, 409: ['charge_not_pending'], ...BANK_AWAY },
    }),
  },
  '/api/deposit/{paymentLinkId}/refund': {
    post: operation({
      id: 'refundDeposit',
      tag: 'Deposits',
      summary: 'Refund a deposit',
      description:
        'All that is left, or a part of it, within 90 days. The fee is not returned. Once the refund is stored the ' +
        'answer is 201: it is PROCESSING until the bank has settled or refused it, also while the bank does not answer.',
      access: 'refunds:write',
      parameters: [LINK, REQUIRED_IDEMPOTENCY],
      body: body({
        value: integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Cents.' }),
        reason: text({ minLength: 1, maxLength: 140 }),
      }),
      status: '201',
      reply: { refund: ref('Refund') },
      headers: ['Idempotent-Replayed'],
      refusals: {
        ...UNKNOWN,
        400: ['idempotency_key_required', 'invalid_idempotency_key'],
        409: ['charge_not_completed', 'insufficient_balance'],
        422: ['refund_out_of_range', 'refund_too_late', ...IDEMPOTENCY_REFUSALS],
      },
    }),
  },
  '/api/deposit/{paymentLinkId}/timeline': {
    get: operation({
      id: 'getTimeline',
      tag: 'Deposits',
      summary: 'What happened to a deposit, oldest first',
      access: 'deposits:read',
      parameters: [LINK],
      reply: {
        timeline: list(ref('TimelineEntry')),
        incomplete: list(text(), { description: 'Services that could not be asked.' }),
      },
      refusals: UNKNOWN,
    }),
  },
  '/api/deposit/{paymentLinkId}/receipt': {
    get: operation({
      id: 'getReceipt',
      tag: 'Deposits',
      summary: 'Proof of a credit that can be checked offline',
      access: 'deposits:read',
      parameters: [LINK],
      reply: { receipt: { type: 'object', additionalProperties: true } },
      refusals: { 404: ['charge_not_found', 'receipt_not_found'], 503: ['receipt_not_ready'] },
    }),
  },
  '/api/balance': {
    get: operation({
      id: 'getBalance',
      tag: 'Balance',
      summary: 'Balance now, or as it was',
      description:
        'With `at` as it was right before that instant: what a statement up to there (`to`) ends with and one from ' +
        'there (`from`) begins with. Before the first entry it is zero; at an instant to come it is the balance now.',
      access: 'balance:read',
      parameters: [AT],
      reply: { balance: ref('Balance') },
    }),
  },
  '/api/statement': {
    get: operation({
      id: 'getStatement',
      tag: 'Balance',
      summary: 'Entries of the account, newest first',
      description: 'As one page of JSON, or with `Accept: text/csv` the whole window as CSV.',
      access: 'balance:read',
      parameters: LIST_PARAMETERS,
      content: {
        'application/json': { schema: statementReply() },
        'text/csv': { schema: text() },
      },
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
} as const;

function statementReply(): Schema {
  return {
    type: 'object',
    properties: {
      success: { type: 'boolean', const: true },
      entries: list(ref('StatementEntry')),
      nextCursor: orNull(text()),
    },
    required: ['success', 'entries', 'nextCursor'],
    additionalProperties: false,
  };
}
