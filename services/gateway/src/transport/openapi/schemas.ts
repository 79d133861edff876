import { FIELD_CODES } from '@entrada/contracts/field-codes';
import { z } from 'zod';
import { CHARGE_STATUSES } from '../../domain/charge.ts';
import { TIMELINE_SOURCES } from '../../domain/timeline.ts';
import { ACCOUNT_SCHEMAS } from './account-schemas.ts';
import { TERMS_SCHEMAS } from './account-terms.ts';
import { DEPLOYMENT_SCHEMAS } from './deployment-paths.ts';
import { ERROR_CODES } from './error-codes.ts';
import { OVERVIEW_SCHEMAS } from './overview-paths.ts';
import { RECEIPT_SCHEMAS } from './receipt-schemas.ts';
import { cents, flag, jsonSchemaOf, list, ref, reply, type Schema, text, time } from './schema.ts';
import { WEBHOOK_SCHEMAS } from './webhook-schemas.ts';

const created = {
  id: text({ pattern: '^[0-9a-f]{24}$', description: 'Unique charge identifier.' }),
  emv: text({ description: 'Pix copy-and-paste code.' }),
  qrCodeLink: text({ format: 'uri', description: 'QR code image.' }),
  paymentLinkId: text({ format: 'uuid', description: 'Identifies the charge in every request.' }),
  paymentLinkUrl: text({ format: 'uri', description: 'Payment page for the payer.' }),
  value: cents('What the payer pays, in cents.'),
  originalValue: cents('Amount originally requested, in cents.'),
  fee: cents('Fee, in cents.'),
  status: text({ enum: CHARGE_STATUSES }),
};
const extras = {
  expiresAt: time('When the code expires.'),
  externalId: text({ description: 'Your own identifier.' }).nullable(),
  metadata: z.record(z.string(), z.string()).describe('Your own pairs of texts; empty: none.'),
};
const COMPONENTS = {
  ...OVERVIEW_SCHEMAS,
  CreatedCharge: reply({ ...created, ...extras }),
  Charge: reply({
    ...created,
    createdAt: time('Creation time.'),
    ...extras,
    description: text({ description: 'Shown to the payer.' }).nullable(),
    paidAt: time('When it was paid.').nullable(),
    paidLate: flag('Whether it was paid after it expired.'),
    refundedValue: cents('Refunded so far, in cents.'),
    endToEndId: text({
      description: 'Identifier of the Pix payment that completed it.',
    }).nullable(),
    paidValue: cents(
      'What that payment paid, in cents. What is paid beyond `value` is not credited: it is suspended.',
    ).nullable(),
    creditedValue: cents('`value` minus `fee`, in cents; null until it is paid.').nullable(),
    payer: ref('Payer')
      .nullable()
      .describe('Who paid; null: not paid, or not reported by the bank.'),
  }),
  Payer: reply({
    name: text(),
    document: text({ description: 'CPF or CNPJ, masked.' }),
  }),
  Refund: reply({
    id: text(),
    value: cents('Refunded amount, in cents.'),
    status: text({ enum: ['PROCESSING', 'SETTLED', 'FAILED'] }),
    origin: text({
      enum: ['CLIENT', 'BANK'],
      description: 'CLIENT: you requested it. BANK: the bank returned the money by itself.',
    }),
    natureza: text({
      description: 'Why the bank returned it, for example MED_FRAUDE.',
    }).nullable(),
    reason: text().nullable(),
    endToEndId: text({ description: 'The payment whose money is returned.' }),
    createdAt: time('When it was requested, or found at the bank.'),
    settledAt: time('When the bank returned the money.').nullable(),
    failure: text({ description: 'Why it failed.' }).nullable(),
    failureCode: text({
      description:
        '`insufficient_balance`, `bank_refused`, `bank_failed`, or `bank_reason`: `failure` is the text of the bank.',
    }).nullable(),
    paymentLinkId: text({ format: 'uuid', description: 'Of its deposit.' }),
  }),
  ...RECEIPT_SCHEMAS,
  TimelineEntry: z.looseObject({
    at: time('When it happened.'),
    kind: text({
      description: 'For example created, checked, completed, credited, webhook_attempt.',
    }),
    traceId: text({ description: 'W3C trace id.' }).nullable(),
    source: text({
      enum: TIMELINE_SOURCES,
      description:
        'How we learned of it from the bank: your query or cancellation, its callback, our sweep of received ' +
        'payments, the check before expiry, or a later check of a payment that was unclear.',
    }).optional(),
    requestedBy: ref('Requester').optional(),
  }),
  Requester: z
    .looseObject({
      keyId: text({ format: 'uuid', description: 'Absent: the owner in the dashboard.' }),
      sessionId: text({ format: 'uuid', description: 'Of the dashboard.' }),
      ip: text({ description: 'IP address of the client.' }),
      requestId: text({ description: 'X-Request-Id of the request.' }),
    })
    .partial()
    .describe('Who asked for the deposit, its cancellation or a refund.'),
  Balance: reply({
    available: cents('Available amount, in cents.'),
    held: cents('Held for refunds until the bank has made or refused them, in cents.'),
    suspense: cents('In suspense until an operator decides about it, in cents.'),
    owed: cents(
      'What the bank took back and the balance did not cover, in cents; later credits repay it first.',
    ),
    currency: text({ const: 'BRL' }),
  }),
  StatementEntry: reply({
    id: text(),
    at: time('When it was booked.'),
    kind: text({ description: 'For example DEPOSIT or REFUND_HOLD.' }),
    amount: cents('Signed, in cents.'),
    balance: cents('Available balance after this entry, in cents.'),
    paymentLinkId: text({ format: 'uuid' }).nullable(),
    description: text(),
    value: cents('Of a deposit: what was paid for it, in cents.').nullable(),
    fee: cents('Of a deposit: the fee, in cents.').nullable(),
    externalId: text({ description: 'Of the deposit.' }).nullable(),
  }),
  SuspendedPayment: reply({
    id: text({ description: 'The `exceptionId` of the events about it.' }),
    kind: text({
      enum: ['OVERPAID', 'UNDERPAID', 'DUPLICATE_PAYMENT', 'PAID_AFTER_CANCEL', 'UNKNOWN_TXID'],
      description: 'Why the payment, or its surplus, is in suspense.',
    }),
    value: cents(
      'In suspense when it arrived, in cents: for OVERPAID the surplus, else all that was paid.',
    ),
    returnedValue: cents(
      'What the bank itself took back of it, in cents; the operator decides about the rest.',
    ),
    chargeId: text({ pattern: '^[0-9a-f]{24}$' }).nullable(),
    endToEndId: text({ description: 'Identifies the payment at the bank.' }),
    suspendedAt: time('When it was booked.'),
    status: text({
      enum: ['OPEN', 'CREDITED', 'REFUNDING', 'REFUNDED', 'RETURNED'],
      description:
        'OPEN until an operator decides: CREDITED to the account, or REFUNDING and then REFUNDED to the payer. RETURNED: the bank itself took it back.',
    }),
    failure: text({ description: 'Why the bank did not refund it when last asked.' }).nullable(),
    payer: ref('Payer').nullable().describe('Who paid; null: not reported by the bank.'),
  }),
  ...ACCOUNT_SCHEMAS,
  ...TERMS_SCHEMAS,
  ...DEPLOYMENT_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  Error: reply({
    success: z.literal(false),
    error: text({ description: 'Message for people.' }),
    code: text({
      enum: Object.keys(ERROR_CODES),
      description: 'Reason for programs; see /docs/errors.',
    }),
    requestId: text({ description: 'Quote it to support.' }),
    details: list(ref('FieldProblem'), {
      description: 'The fields that are wrong, where the error is about fields.',
    }).optional(),
    hint: text({ description: 'What to do, where the message does not say it.' }).optional(),
  }),
  FieldProblem: reply({
    field: text({ description: 'Name of the field, parameter or header.' }),
    message: text({ description: 'What is wrong, to be read after the name.' }),
    code: text({ enum: [...FIELD_CODES], description: 'What is wrong, for programs.' }),
  }),
};

export const SCHEMAS: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(COMPONENTS).map(([name, schema]) => [name, jsonSchemaOf(schema, 'output')]),
);
