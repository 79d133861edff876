import type { StatementEntry } from '../../domain/statement.ts';

const COLUMNS = ['id', 'at', 'kind', 'amount', 'balance', 'paymentLinkId', 'description'] as const;
/** A spreadsheet would take a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`;

export function toCsv(entries: readonly StatementEntry[]): string {
  return entries.map((entry) => `${COLUMNS.map((c) => cell(entry[c])).join(',')}\r\n`).join('');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
