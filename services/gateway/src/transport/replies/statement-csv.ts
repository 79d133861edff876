import type { StatementEntry } from '../../domain/statement.ts';
import type { Column, CsvFormat } from './csv.ts';

const NAMES = ['id', 'at', 'kind', 'amount', 'balance', 'paymentLinkId', 'description'] as const;
const NUMBERS: ReadonlySet<string> = new Set(['amount', 'balance']);

/** What `Accept: text/csv` gets: times in UTC as the API writes them, amounts in cents. */
export const PLAIN_COLUMNS: readonly Column<StatementEntry>[] = NAMES.map((name) => ({
  name,
  kind: NUMBERS.has(name) ? 'integer' : 'text',
  of: (entry) => entry[name],
}));
export const PLAIN_FORMAT: CsvFormat = { sep: ',', tz: 'UTC', byteOrderMark: false };
