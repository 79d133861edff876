import { fieldError } from '@entrada/platform/errors/app-error';
import { z } from 'zod';
import { timeZone } from './time-zone.ts';

/** The query of every list that can also be downloaded as a file. */
export const csvQuery = {
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .describe('`csv`: the whole list as a file, without `limit` and `cursor`.'),
  tz: timeZone.describe('IANA time zone of the times in the file.'),
  sep: z
    .enum([',', ';'])
    .default(',')
    .describe('Separator in the file; `;` goes with a decimal comma.'),
};

/** A file has the whole list; one that asks for a part of it would not get what it asks for. */
export function requireWholeList(query: object): void {
  for (const field of ['limit', 'cursor']) {
    if (field in query) throw fieldError(field, 'must be absent with format=csv');
  }
}
