import { z } from 'zod';
import { BUCKETS } from '../domain/bucket-bounds.ts';
import type { StatementEntry } from '../ports.ts';
import {
  csvQuery,
  listQuery,
  pageQuery,
  requireWholeList,
  timeField,
  timeZone,
  windowQuery,
} from './http/fields.ts';
import { route } from './http/route.ts';
import { integer, list, ref, reply, success, text, time } from './openapi/schema.ts';
import { amountColumns, type Column, CSV_PAGE_SIZE, sendCsv } from './replies/csv.ts';

const counted = (description: string) => ref('CountedValue').nullable().describe(description);

const FIGURES = {
  created: counted('Deposits that were created, and their value.'),
  paid: counted(
    'Deposits created in this bucket that were paid since: never more than were created.',
  ),
  credited: counted('Deposits that were credited, and their value minus the fee.'),
  suspenseCredited: counted('Suspended payments that were credited to the account.'),
  fee: ref('SummedValue').nullable().describe('Fees of credited deposits.'),
  refunded: counted(
    'Refunds that the bank has settled, and returns by the bank as far as the account paid for them. Negative where a ' +
      'return of an earlier bucket was corrected.',
  ),
  notified: ref('Count')
    .nullable()
    .describe('Deposits whose first successful webhook was delivered.'),
};

export const OVERVIEW_SCHEMAS = {
  Overview: reply({
    asOf: time(
      'The figures contain everything that had happened by then: a few seconds before the call.',
    ),
    bucket: text({ enum: BUCKETS }),
    tz: text('IANA time zone.'),
    from: time('Start of the first bucket.'),
    to: time('End of the last bucket.'),
    incomplete: list(
      text({ enum: ['charges', 'ledger', 'webhooks'] }),
      'Services that are unavailable; their figures are null.',
    ),
    totals: ref('OverviewFigures'),
    buckets: list(ref('OverviewBucket')),
  }),
  CountedValue: reply({ count: integer(), value: integer('In cents.') }),
  SummedValue: reply({ value: integer('In cents.') }),
  Count: reply({ count: integer() }),
  OverviewFigures: reply(FIGURES),
  OverviewBucket: reply({ start: time('Start of the bucket.'), ...FIGURES }),
};

export const BALANCE_SCHEMAS = {
  Balance: reply({
    available: integer('Available amount, in cents.'),
    held: integer('Held for refunds until the bank has made or refused them, in cents.'),
    suspense: integer('In suspense until an operator decides about it, in cents.'),
    owed: integer(
      'What the bank took back and the balance did not cover, in cents; later credits repay it first.',
    ),
    currency: text({ const: 'BRL' }),
  }),
  StatementEntry: reply({
    id: text(),
    at: time('When it was booked.'),
    kind: text('For example DEPOSIT or REFUND_HOLD.'),
    amount: integer('Signed, in cents.'),
    balance: integer('Available balance after this entry, in cents.'),
    paymentLinkId: text({ format: 'uuid' }).nullable(),
    description: text(),
    value: integer('Of a deposit: what was paid for it, in cents.').nullable(),
    fee: integer('Of a deposit: the fee, in cents.').nullable(),
    externalId: text('Of the deposit.').nullable(),
  }),
  SuspendedPayment: reply({
    id: text('The `exceptionId` of the events about it.'),
    kind: text({
      enum: ['OVERPAID', 'UNDERPAID', 'DUPLICATE_PAYMENT', 'PAID_AFTER_CANCEL', 'UNKNOWN_TXID'],
      description: 'Why the payment, or its surplus, is in suspense.',
    }),
    value: integer(
      'In suspense when it arrived, in cents: for OVERPAID the surplus, else all that was paid.',
    ),
    returnedValue: integer(
      'What the bank itself took back of it, in cents; the operator decides about the rest.',
    ),
    chargeId: text({ pattern: '^[0-9a-f]{24}$' }).nullable(),
    endToEndId: text('Identifies the payment at the bank.'),
    suspendedAt: time('When it was booked.'),
    status: text({
      enum: ['OPEN', 'CREDITED', 'REFUNDING', 'REFUNDED', 'RETURNED'],
      description:
        'OPEN until an operator decides: CREDITED to the account, or REFUNDING and then REFUNDED to the payer. RETURNED: the bank itself took it back.',
    }),
    failure: text('Why the bank did not refund it when last asked.').nullable(),
    payer: ref('Payer').nullable().describe('Who paid; null: not reported by the bank.'),
  }),
};

const SHARED = { method: 'GET', tag: 'Balance', access: 'balance:read' } as const;

export const BALANCE_ROUTES = [
  route({
    ...SHARED,
    path: '/api/balance',
    id: 'getBalance',
    summary: 'Balance, now or at a time in the past',
    description:
      'With `at`, the balance right before that time: the closing balance of a statement with the same `to`, and the ' +
      'opening balance of one with the same `from`. Before the first entry it is zero; with a future time it is the current balance.',
    query: z.strictObject({
      at: timeField.optional().describe('Time of the balance; default: now.'),
    }),
    reply: { balance: ref('Balance') },
    handle: async ({ app, accountId, query }) => ({
      balance: { ...(await app.getBalance(accountId, query.at)), currency: 'BRL' },
    }),
  }),
  route({
    ...SHARED,
    path: '/api/statement',
    id: 'getStatement',
    summary: 'Statement of the account, newest entry first',
    description:
      'One page as JSON, or with `format=csv` the whole time window as a file. `Accept: text/csv` gets it with times in UTC ' +
      'and amounts in cents only.',
    query: windowQuery({ ...listQuery, ...csvQuery }),
    content: {
      'application/json': success({
        entries: list(ref('StatementEntry')),
        nextCursor: text().nullable(),
        openingBalance: integer(
          'Available balance right before `from`, in cents; 0 without `from`.',
        ),
        closingBalance: integer(
          'Available balance right before `to`, in cents; without `to`, the current balance.',
        ),
      }),
      'text/csv': text(),
    },
    async handle({ app, accountId, request, response, query }) {
      const { from, to, limit, cursor, format, tz, sep } = query;
      const pageAt = (next: string | undefined) =>
        app.listEntries({ accountId, from, to, limit: CSV_PAGE_SIZE, cursor: next });
      response.vary('Accept');
      if (format === 'csv') {
        requireWholeList(request.query);
        const file = { columns: STATEMENT_COLUMNS, format: { tz, sep, byteOrderMark: true } };
        return sendCsv(response, { name: STATEMENT_FILE, ...file, pageAt });
      }
      if (request.accepts(['json', 'csv']) === 'csv') {
        // Times in UTC as the API writes them.
        const file = { columns: PLAIN_COLUMNS, format: PLAIN_FORMAT };
        const pageFrom = (next = cursor) => pageAt(next);
        return sendCsv(response, { name: STATEMENT_FILE, ...file, pageAt: pageFrom });
      }
      const page = await app.listEntries({ accountId, from, to, limit, cursor });
      const { items: entries, ...rest } = page;
      return { entries, ...rest };
    },
  }),
  route({
    ...SHARED,
    path: '/api/suspense',
    id: 'listSuspendedPayments',
    summary: 'Suspended payments, oldest first',
    description:
      'Money that completed no deposit, and what was decided about it. A payment for a code that is not ours belongs to no account and is listed ' +
      'only once an operator has credited it to yours; it can take about a minute until the bank reports it to us.',
    query: z.strictObject(pageQuery),
    reply: { payments: list(ref('SuspendedPayment')), nextCursor: text().nullable() },
    handle: ({ app, accountId, query }) => app.listSuspended({ accountId, ...query }),
  }),
  route({
    ...SHARED,
    path: '/api/overview',
    id: 'getOverview',
    summary: 'What was created, paid, credited, refunded and notified, by hour or day',
    description:
      'The range is widened to whole buckets of the time zone: at most 92 days, or 8 days by the hour. Figures are kept ' +
      'per UTC hour, and an hour counts in the bucket in which it begins: this matters where a zone is half an hour off. ' +
      'Created and paid count when the deposit was created, the others when they happened.',
    query: windowQuery({
      from: timeField
        .optional()
        .describe('Start of the range; default: the beginning of the day six days before `to`.'),
      to: timeField.optional().describe('End of the range; default: now.'),
      bucket: z.enum(BUCKETS).default('day').describe('Length of a bucket.'),
      tz: timeZone.describe('IANA time zone of hours and days.'),
    }),
    reply: { overview: ref('Overview') },
    handle: async ({ app, accountId, query }) => ({
      overview: await app.getOverview({ accountId, ...query }),
    }),
  }),
];

const STATEMENT_FILE = 'statement.csv';
const NAMES = [
  'id',
  'at',
  'kind',
  'amount',
  'balance',
  'paymentLinkId',
  'description',
  'value',
  'fee',
  'externalId',
] as const;
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'balance', 'value', 'fee']);

/** `Accept: text/csv` gets amounts in cents only. */
const PLAIN_COLUMNS: readonly Column<StatementEntry>[] = NAMES.map((name) => ({
  name,
  kind: AMOUNTS.has(name) ? 'integer' : 'text',
  of: (entry) => entry[name],
}));
const PLAIN_FORMAT = { sep: ',', tz: 'UTC', byteOrderMark: false } as const;

/** `format=csv` gets times and amounts as people write them. */
const STATEMENT_COLUMNS: readonly Column<StatementEntry>[] = NAMES.flatMap((name) =>
  AMOUNTS.has(name)
    ? amountColumns<StatementEntry>(name, (entry) => entry[name] as number | null)
    : [{ name, kind: name === 'at' ? 'time' : 'text', of: (entry) => entry[name] }],
);
