import { overviewQuery } from '../requests/overview.ts';
import { operation } from './operation.ts';
import { cents, integer, list, ref, reply, text, time } from './schema.ts';

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
    asOf: time('When the figures were read.'),
    bucket: text({ enum: ['hour', 'day'] }),
    tz: text({ description: 'IANA time zone.' }),
    from: time('Start of the first bucket.'),
    to: time('End of the last bucket.'),
    incomplete: list(text({ enum: ['charges', 'ledger', 'webhooks'] }), {
      description: 'Services that are unavailable; their figures are null.',
    }),
    totals: ref('OverviewFigures'),
    buckets: list(ref('OverviewBucket')),
  }),
  CountedValue: reply({ count: integer(), value: cents('In cents.') }),
  SummedValue: reply({ value: cents('In cents.') }),
  Count: reply({ count: integer() }),
  OverviewFigures: reply(FIGURES),
  OverviewBucket: reply({ start: time('Start of the bucket.'), ...FIGURES }),
};

export const OVERVIEW_PATHS = {
  '/api/overview': {
    get: operation({
      id: 'getOverview',
      tag: 'Balance',
      summary: 'What was created, paid, credited, refunded and notified, by hour or day',
      description:
        'The range is widened to whole buckets of the time zone: at most 92 days, or 8 days by the hour. Figures are kept ' +
        'per UTC hour, and an hour counts in the bucket in which it begins: this matters where a zone is half an hour off. ' +
        'Created and paid count when the deposit was created, the others when they happened.',
      access: 'balance:read',
      query: overviewQuery,
      reply: { overview: ref('Overview') },
    }),
  },
} as const;
