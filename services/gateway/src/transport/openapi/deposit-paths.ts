import { idempotencyKey } from '../http/idempotency.ts';
import {
  accountRefundsQuery,
  balanceQuery,
  depositQuery,
  depositsQuery,
  newDeposit,
  newRefund,
  refundsQuery,
  statementQuery,
  suspenseQuery,
} from '../requests/deposits.ts';
import { inHeader, inPath, operation } from './operation.ts';
import { cents, list, ref, success, text } from './schema.ts';

const LINK = inPath('paymentLinkId', 'paymentLinkId of the deposit.');
const IDEMPOTENCY = inHeader('Idempotency-Key', idempotencyKey);
const REQUIRED_IDEMPOTENCY = {
  ...IDEMPOTENCY,
  required: true,
  description: 'A new unique value for each refund, and the same value when you retry it.',
};
const VELOCITY = 'velocity_limit_reached';
const IDEMPOTENCY_REFUSALS = ['idempotency_key_reused'];
const UNKNOWN = { 404: ['charge_not_found'] };
const BANK = ['provider_unavailable'];
const BANK_UNAVAILABLE = { 502: BANK, 503: BANK, 504: BANK };

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
        422: ['value_out_of_range', 'expires_in_out_of_range', VELOCITY, ...IDEMPOTENCY_REFUSALS],
        ...BANK_UNAVAILABLE,
      },
    }),
    get: operation({
      id: 'listDeposits',
      tag: 'Deposits',
      summary: 'List deposits, newest first',
      access: 'deposits:read',
      description:
        'One page as JSON, or with `format=csv` the whole list as a file. A search by the beginning of `externalId` is ' +
        'ordered by that, last first; with further filters a page may have fewer deposits than `limit`, or none, ' +
        'although `nextCursor` is not null.',
      query: depositsQuery,
      content: {
        'application/json': success({
          charges: list(ref('Charge')),
          nextCursor: text().nullable(),
        }),
        'text/csv': text(),
      },
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
  '/api/deposit/{paymentLinkId}': {
    get: operation({
      id: 'getDeposit',
      tag: 'Deposits',
      summary: 'Query a deposit',
      description:
        'While the deposit is PENDING, and for seven days after it expired, the bank is asked first; `X-Status-Source` shows whether it confirmed the status.',
      access: 'deposits:read',
      parameters: [LINK],
      query: depositQuery,
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
      refusals: { ...UNKNOWN, 409: ['charge_not_pending'], ...BANK_UNAVAILABLE },
    }),
  },
  '/api/deposit/{paymentLinkId}/refund': {
    post: operation({
      id: 'refundDeposit',
      tag: 'Deposits',
      summary: 'Refund a deposit',
      description:
        'Refunds `value`, or without it all that is left, within 90 days of the payment. The fee is not returned. The ' +
        'reply is 201 once the refund is stored; it is PROCESSING until the bank has settled or refused it. ' +
        'A POST to `…/refunds` is the same.',
      access: 'refunds:write',
      proof: true,
      parameters: [LINK, REQUIRED_IDEMPOTENCY],
      body: newRefund,
      status: '201',
      reply: { refund: ref('Refund') },
      headers: ['Idempotent-Replayed'],
      refusals: {
        ...UNKNOWN,
        400: ['idempotency_key_required', 'invalid_idempotency_key'],
        409: ['charge_not_completed', 'insufficient_balance'],
        422: ['refund_out_of_range', 'refund_too_late', VELOCITY, ...IDEMPOTENCY_REFUSALS],
      },
    }),
  },
  '/api/deposit/{paymentLinkId}/refunds': {
    get: operation({
      id: 'listRefunds',
      tag: 'Deposits',
      summary: 'Refunds of a deposit, newest first',
      description:
        'Includes what the bank returned by itself (`origin` BANK); what the balance did not cover of it is `owed`.',
      access: 'deposits:read',
      parameters: [LINK],
      query: refundsQuery,
      reply: { refunds: list(ref('Refund')), nextCursor: text().nullable() },
      refusals: { ...UNKNOWN, 400: ['invalid_cursor'] },
    }),
  },
  '/api/refunds': {
    get: operation({
      id: 'listAccountRefunds',
      tag: 'Refunds',
      summary: 'Refunds of the account, newest first',
      description: 'Includes what the bank returned by itself (`origin` BANK).',
      access: 'deposits:read',
      query: accountRefundsQuery,
      reply: { refunds: list(ref('Refund')), nextCursor: text().nullable() },
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
  '/api/refunds/{refundId}': {
    get: operation({
      id: 'getRefund',
      tag: 'Refunds',
      summary: 'Get a refund',
      access: 'deposits:read',
      parameters: [inPath('refundId', 'Id of the refund.')],
      reply: { refund: ref('Refund') },
      refusals: { 404: ['refund_not_found'] },
    }),
  },
  '/api/deposit/{paymentLinkId}/timeline': {
    get: operation({
      id: 'getTimeline',
      tag: 'Deposits',
      summary: 'Timeline of a deposit, oldest entry first',
      access: 'deposits:read',
      parameters: [LINK],
      reply: {
        timeline: list(ref('TimelineEntry')),
        incomplete: list(text(), {
          description: 'Services whose entries are missing because they are unavailable.',
        }),
      },
      refusals: UNKNOWN,
    }),
  },
  '/api/deposit/{paymentLinkId}/receipt': {
    get: operation({
      id: 'getReceipt',
      tag: 'Deposits',
      summary: 'Receipt of a credit, which can be verified offline',
      description:
        'Includes every refund and return since the credit, and the balance after each. For some seconds after each of them it is not ready (503).',
      access: 'balance:read',
      parameters: [LINK],
      reply: { receipt: ref('Receipt') },
      refusals: { 404: ['charge_not_found', 'receipt_not_found'], 503: ['receipt_not_ready'] },
    }),
  },
  '/api/balance': {
    get: operation({
      id: 'getBalance',
      tag: 'Balance',
      summary: 'Balance, now or at a time in the past',
      description:
        'With `at`, the balance right before that time: the closing balance of a statement with the same `to`, and the ' +
        'opening balance of one with the same `from`. Before the first entry it is zero; with a future time it is the current balance.',
      access: 'balance:read',
      query: balanceQuery,
      reply: { balance: ref('Balance') },
    }),
  },
  '/api/statement': {
    get: operation({
      id: 'getStatement',
      tag: 'Balance',
      summary: 'Statement of the account, newest entry first',
      description:
        'One page as JSON, or with `format=csv` the whole time window as a file. `Accept: text/csv` gets it with times in UTC ' +
        'and amounts in cents only.',
      access: 'balance:read',
      query: statementQuery,
      content: {
        'application/json': success({
          entries: list(ref('StatementEntry')),
          nextCursor: text().nullable(),
          openingBalance: cents(
            'Available balance right before `from`, in cents; 0 without `from`.',
          ),
          closingBalance: cents(
            'Available balance right before `to`, in cents; without `to`, the current balance.',
          ),
        }),
        'text/csv': text(),
      },
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
  '/api/suspense': {
    get: operation({
      id: 'listSuspendedPayments',
      tag: 'Balance',
      summary: 'Suspended payments, oldest first',
      description:
        'Money that completed no deposit, and what was decided about it. A payment for a code that is not ours belongs to no account and is listed ' +
        'only once an operator has credited it to yours; it can take about a minute until the bank reports it to us.',
      access: 'balance:read',
      query: suspenseQuery,
      reply: { payments: list(ref('SuspendedPayment')), nextCursor: text().nullable() },
      refusals: { 400: ['invalid_cursor'] },
    }),
  },
} as const;
