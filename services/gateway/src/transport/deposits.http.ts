import { LIMITS } from '@entrada/contracts/limits';
import { AppError, fieldError } from '@entrada/platform/errors/app-error';
import { withNewDeadline } from '@entrada/platform/grpc/call-context';
import { z } from 'zod';
import type { App } from '../app.ts';
import { CHARGE_STATUSES, TIMELINE_SOURCES } from '../domain/charge.ts';
import type { Charge } from '../ports.ts';
import {
  centsField,
  csvQuery,
  listQuery,
  numeral,
  requireWholeList,
  textField,
  windowQuery,
} from './http/fields.ts';
import { idempotencyOf } from './http/idempotency.ts';
import { parse } from './http/parse.ts';
import { route } from './http/route.ts';
import { flag, integer, list, ref, reply, success, text, time } from './openapi/schema.ts';
import { amountColumns, type Column, CSV_PAGE_SIZE, sendCsv } from './replies/csv.ts';

const { charge: limits } = LIMITS;
const { pairsMax, keyLengthMax, valueLengthMax } = limits.metadata;
const externalId = textField(1, limits.externalIdLengthMax);
const MS = 1_000;
/** Enough for the longest texts that a deposit may have, with every character escaped. */
const DEPOSIT_BODY_MAX = '160kb';

/** Charges check the lengths and characters of metadata. */
const metadata = z
  .record(z.string(), z.string())
  .refine((pairs) => Object.keys(pairs).length <= pairsMax, `must have at most ${pairsMax} pairs`)
  .meta({
    maxProperties: pairsMax,
    propertyNames: { minLength: 1, maxLength: keyLengthMax },
    additionalProperties: { type: 'string', maxLength: valueLengthMax },
    description: `Pairs of texts of your own, at most ${pairsMax}; keys have 1 to ${keyLengthMax} characters, values at most ${valueLengthMax}. They come back in replies, events and files.`,
  });

/** Strict: a misspelt `expiresIn` must not create a deposit with the default expiry. */
const newDeposit = z.strictObject({
  value: centsField,
  expiresIn: z
    .number()
    .int()
    .min(limits.expiresInSecondsMin)
    .max(limits.expiresInSecondsMax)
    .optional()
    .describe('Seconds until the code expires; default 86400, unless the deployment sets another.'),
  externalId: externalId.optional().describe('Your own identifier; must be unique per account.'),
  description: textField(1, limits.descriptionLengthMax).optional().describe('Shown to the payer.'),
  metadata: metadata.optional(),
});

/** Strict, like every list: a misspelt filter must not return everything. */
const depositsQuery = windowQuery({
  status: z.enum(CHARGE_STATUSES).optional().describe('Only deposits with this status.'),
  externalId: externalId
    .optional()
    .describe('Only the deposit with this `externalId`; a plus sign in it is written %2B.'),
  q: externalId
    .optional()
    .describe(
      'Search by its shape: an `id`, a `paymentLinkId`, the `endToEndId` of a payment, or else the beginning of ' +
        '`externalId`. Not together with `externalId`.',
    ),
  ...listQuery,
  ...csvQuery,
}).refine(({ q, externalId: exact }) => q === undefined || exact === undefined, {
  path: ['q'],
  error: 'must be absent with externalId',
});

const depositQuery = z.strictObject({
  wait: numeral(0, limits.waitSecondsMax, 0).describe(
    'Seconds to wait for a status other than PENDING.',
  ),
});

const created = {
  id: text({ pattern: '^[0-9a-f]{24}$', description: 'Unique charge identifier.' }),
  emv: text('Pix copy-and-paste code.'),
  qrCodeLink: text({ format: 'uri', description: 'QR code image.' }),
  paymentLinkId: text({ format: 'uuid', description: 'Identifies the charge in every request.' }),
  paymentLinkUrl: text({ format: 'uri', description: 'Payment page for the payer.' }),
  value: integer('What the payer pays, in cents.'),
  originalValue: integer('Amount originally requested, in cents.'),
  fee: integer('Fee, in cents.'),
  status: text({ enum: CHARGE_STATUSES }),
};
const extras = {
  expiresAt: time('When the code expires.'),
  externalId: text('Your own identifier.').nullable(),
  metadata: z.record(z.string(), z.string()).describe('Your own pairs of texts; empty: none.'),
};

export const DEPOSIT_SCHEMAS = {
  CreatedCharge: reply({ ...created, ...extras }),
  Charge: reply({
    ...created,
    createdAt: time('Creation time.'),
    ...extras,
    description: text('Shown to the payer.').nullable(),
    paidAt: time('When it was paid.').nullable(),
    paidLate: flag('Whether it was paid after it expired.'),
    refundedValue: integer('Refunded so far, in cents.'),
    receivedValue: integer(
      'Received in all, in cents. Above 0 without `paidAt`: what was paid did not complete it, and the code takes no more payments.',
    ),
    endToEndId: text('Identifier of the Pix payment that completed it.').nullable(),
    paidValue: integer(
      'What that payment paid, in cents. What is paid beyond `value` is not credited: it is suspended.',
    ).nullable(),
    creditedValue: integer('`value` minus `fee`, in cents; null until it is paid.').nullable(),
    payer: ref('Payer')
      .nullable()
      .describe('Who paid; null: not paid, or not reported by the bank.'),
  }),
  Payer: reply({
    name: text(),
    document: text('CPF or CNPJ, masked.'),
  }),
  TimelineEntry: z.looseObject({
    at: time('When it happened.'),
    kind: text('For example created, checked, completed, credited, webhook_attempt.'),
    traceId: text('W3C trace id.').nullable(),
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
      ip: text('IP address of the client.'),
      requestId: text('X-Request-Id of the request.'),
    })
    .partial()
    .describe('Who asked for the deposit, its cancellation or a refund.'),
};

const BANK = ['provider_unavailable'];
const BANK_UNAVAILABLE = { 502: BANK, 503: BANK, 504: BANK };
const SHARED = { tag: 'Deposits' } as const;

export const DEPOSIT_ROUTES = [
  route({
    ...SHARED,
    method: 'POST',
    path: '/api/deposit',
    id: 'createDeposit',
    summary: 'Create a deposit',
    access: 'deposits:write',
    idempotencyKey: 'optional',
    body: newDeposit,
    bodyMax: DEPOSIT_BODY_MAX,
    parseBody: parseDeposit,
    status: 201,
    reply: { charge: ref('CreatedCharge') },
    headers: ['Location', 'Idempotent-Replayed'],
    refusals: {
      400: ['invalid_value', 'invalid_idempotency_key'],
      409: ['idempotency_in_progress', 'external_id_conflict'],
      422: [
        'value_out_of_range',
        'expires_in_out_of_range',
        'velocity_limit_reached',
        'idempotency_key_reused',
      ],
      ...BANK_UNAVAILABLE,
    },
    async handle({ app, accountId, requester, request, response, body, origin }) {
      const idempotency = idempotencyOf(request, '/api/deposit');
      const deposit = { accountId, ...body, idempotency, requester };
      const { charge, replayed } = await app.createCharge(deposit);
      if (replayed) response.setHeader('Idempotent-Replayed', 'true');
      response.location(`/api/deposit/${charge.paymentLinkId}`);
      return { charge: createdCharge(charge, origin) };
    },
  }),
  route({
    ...SHARED,
    method: 'GET',
    path: '/api/deposit',
    id: 'listDeposits',
    summary: 'List deposits, newest first',
    description:
      'One page as JSON, or with `format=csv` the whole list as a file. A search by the beginning of `externalId` is ' +
      'ordered by that, last first; with further filters a page may have fewer deposits than `limit`, or none, ' +
      'although `nextCursor` is not null.',
    access: 'deposits:read',
    query: depositsQuery,
    content: {
      'application/json': success({
        charges: list(ref('Charge')),
        nextCursor: text().nullable(),
      }),
      'text/csv': text(),
    },
    async handle({ app, accountId, request, response, query, origin }) {
      const { format, tz, sep, ...wanted } = query;
      if (format === 'csv') {
        requireWholeList(request.query);
        return sendCsv(response, {
          name: 'deposits.csv',
          columns: DEPOSIT_COLUMNS,
          format: { tz, sep, byteOrderMark: true },
          pageAt: (cursor) =>
            app.listCharges({ ...wanted, accountId, limit: CSV_PAGE_SIZE, cursor }),
        });
      }
      const { items, nextCursor } = await app.listCharges({ accountId, ...wanted });
      return { charges: items.map((charge) => queriedCharge(charge, origin)), nextCursor };
    },
  }),
  route({
    ...SHARED,
    method: 'GET',
    path: '/api/deposit/{paymentLinkId}',
    id: 'getDeposit',
    summary: 'Query a deposit',
    description:
      'While the deposit is PENDING, and for seven days after it expired, the bank is asked first; `X-Status-Source` shows whether it confirmed the status.',
    access: 'deposits:read',
    query: depositQuery,
    reply: { charge: ref('Charge') },
    headers: ['X-Status-Source'],
    async handle({ app, accountId, params, query, response, origin, requestTimeoutMs }) {
      using slot = query.wait === 0 ? null : app.takeWaitSlot(accountId);
      const waitSeconds = slot ? query.wait : 0;
      const own = { accountId, ...params, waitSeconds };
      // The wait comes in addition to the time that any request may take.
      const { charge, statusSource } = await (waitSeconds === 0
        ? app.getCharge(own)
        : withNewDeadline(Date.now() + waitSeconds * MS + requestTimeoutMs, () =>
            app.getCharge(own),
          ));
      response.set('X-Status-Source', statusSource);
      return { charge: queriedCharge(charge, origin) };
    },
  }),
  route({
    ...SHARED,
    method: 'DELETE',
    path: '/api/deposit/{paymentLinkId}',
    id: 'cancelDeposit',
    summary: 'Cancel a deposit',
    access: 'deposits:write',
    reply: { charge: ref('Charge') },
    refusals: { 409: ['charge_not_pending'], ...BANK_UNAVAILABLE },
    async handle(call) {
      const { app, accountId, requester, params, origin } = call;
      const own = { accountId, ...params };
      const charge = await app.audited(call, {
        action: 'deposit.canceled',
        subject: `deposit:${params.paymentLinkId}`,
        act: () =>
          app.cancelCharge({ ...own, requester }).catch((error) => explainPayment(error, app, own)),
      });
      return { charge: queriedCharge(charge, origin) };
    },
  }),
];

/** The errors of `value` and `expiresIn` have texts and codes of their own, and come first. */
function parseDeposit(body: unknown): z.output<typeof newDeposit> {
  const parsed = newDeposit.safeParse(body);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const isWrong = (field: string) => issues.some(({ path }) => path[0] === field);
  if (isWrong('value') || Array.isArray(body) || body === undefined) {
    const options = { reason: 'invalid_value', hint: valueHint(body) } as const;
    throw fieldError('value', 'must be a positive integer (cents)', options);
  }
  if (isWrong('expiresIn')) {
    throw fieldError(
      'expiresIn',
      `must be between ${limits.expiresInSecondsMin} and ${limits.expiresInSecondsMax} seconds`,
      { code: 'OUT_OF_RANGE', reason: 'expires_in_out_of_range' },
    );
  }
  return parse(newDeposit, body);
}

type OwnCharge = { readonly accountId: string; readonly paymentLinkId: string };

/** The contract fixes the message of a refused cancellation; the hint says what to do instead. */
async function explainPayment(error: unknown, app: App, own: OwnCharge): Promise<never> {
  if (!(error instanceof AppError) || error.reason !== 'charge_not_pending') throw error;
  const found = await app.getCharge({ ...own, waitSeconds: 0 }).catch(() => null);
  if (found?.charge.status !== 'COMPLETED') throw error;
  const hint = `It is paid: refund it instead, with POST /api/deposit/${own.paymentLinkId}/refund.`;
  throw new AppError(error.code, error.message, { reason: error.reason, hint });
}

/** The specification's fields, then ours. */
function createdCharge(charge: Charge, origin: string) {
  const { id, emv, paymentLinkId, value, originalValue, fee, status } = charge;
  const { expiresAt, externalId, metadata } = charge;
  const paymentLinkUrl = `${origin}/payment-link/${paymentLinkId}`;
  const qrCodeLink = `${paymentLinkUrl}/qr.png`;
  const links = { qrCodeLink, paymentLinkId, paymentLinkUrl };
  return { id, emv, ...links, value, originalValue, fee, status, expiresAt, externalId, metadata };
}

/** The fields of the reply to its creation, then the others. */
function queriedCharge(charge: Charge, origin: string) {
  return { ...createdCharge(charge, origin), ...charge };
}

const plain =
  (kind: 'text' | 'time') =>
  (name: keyof Charge): Column<Charge> => {
    return { name, kind, of: (charge) => charge[name] as string | null };
  };
const amount = (name: keyof Charge) =>
  amountColumns<Charge>(name, (charge) => charge[name] as number | null);

/** A deposit as one line: what identifies it, what became of it, its amounts. */
const DEPOSIT_COLUMNS: readonly Column<Charge>[] = [
  ...(['id', 'paymentLinkId', 'externalId', 'description', 'status'] as const).map(plain('text')),
  ...(['createdAt', 'expiresAt', 'paidAt'] as const).map(plain('time')),
  plain('text')('endToEndId'),
  ...(['value', 'fee', 'paidValue', 'creditedValue', 'refundedValue'] as const).flatMap(amount),
  { name: 'metadata', kind: 'text', of: ({ metadata: pairs }) => JSON.stringify(pairs) },
  { name: 'payerName', kind: 'text', of: ({ payer }) => payer?.name ?? null },
  { name: 'payerDocument', kind: 'text', of: ({ payer }) => payer?.document ?? null },
];

/** Names that other APIs have for the amount. */
const OTHER_NAMES = [
  'amount',
  'valor',
  'price',
  'total',
  'amountCents',
  'amount_cents',
  'valueCents',
];
const EXAMPLE = '{"value": 5000} is R$ 50,00';

/** What is wrong with the `value` of a new deposit; the message about it is fixed. */
function valueHint(body: unknown): string {
  if (body === undefined) return `The body is empty: ${EXAMPLE}.`;
  if (Array.isArray(body)) return `The body is a list: send one deposit per request. ${EXAMPLE}.`;
  const fields = body as Readonly<Record<string, unknown>>;
  if (!('value' in fields)) {
    const inCapitals = Object.keys(fields).find((name) => name.toLowerCase() === 'value');
    if (inCapitals) return `The field is \`value\`: names are case-sensitive. ${EXAMPLE}.`;
    const other = OTHER_NAMES.find((name) => name in fields);
    return other
      ? `The field is \`value\`, not \`${other}\`, and in cents: ${EXAMPLE}.`
      : `\`value\` is missing: ${EXAMPLE}.`;
  }
  return `${problemOf(fields.value)}: ${EXAMPLE}.`;
}

function problemOf(value: unknown): string {
  if (typeof value === 'string') return 'It is text, send a number without quotes';
  if (typeof value !== 'number') return 'It is not a number';
  if (!Number.isInteger(value)) return 'It has a fraction, send cents';
  return value < 1 ? 'It is below 1' : 'It is too large to be exact';
}
