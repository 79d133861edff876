import type { StatementEntry } from '../../domain/statement.ts';
import { amountColumns, type Column, type CsvFormat } from './csv.ts';

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
const NUMBERS: ReadonlySet<string> = new Set(['amount', 'balance', 'value', 'fee']);

/** What `Accept: text/csv` gets: times in UTC as the API writes them, amounts in cents. */
export const PLAIN_COLUMNS: readonly Column<StatementEntry>[] = NAMES.map((name) => ({
  name,
  kind: NUMBERS.has(name) ? 'integer' : 'text',
  of: (entry) => entry[name],
}));
export const PLAIN_FORMAT: CsvFormat = { sep: ',', tz: 'UTC', byteOrderMark: false };

/** What `format=csv` gets: for people, as they write times and amounts. */
export const STATEMENT_COLUMNS: readonly Column<StatementEntry>[] = [
  { name: 'id', kind: 'text', of: ({ id }) => id },
  { name: 'at', kind: 'time', of: ({ at }) => at },
  { name: 'kind', kind: 'text', of: ({ kind }) => kind },
  ...amountColumns<StatementEntry>('amount', ({ amount }) => amount),
  ...amountColumns<StatementEntry>('balance', ({ balance }) => balance),
  { name: 'paymentLinkId', kind: 'text', of: ({ paymentLinkId }) => paymentLinkId },
  { name: 'description', kind: 'text', of: ({ description }) => description },
  ...amountColumns<StatementEntry>('value', ({ value }) => value),
  ...amountColumns<StatementEntry>('fee', ({ fee }) => fee),
  { name: 'externalId', kind: 'text', of: ({ externalId }) => externalId },
];
