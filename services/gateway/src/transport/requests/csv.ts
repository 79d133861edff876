import { fieldError } from '@entrada/platform/errors/app-error';
import { z } from 'zod';

const ZONE_LENGTH_MAX = 64;
/** Offsets, which `Intl` accepts as well, would be wrong for half of the year where clocks change. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

/** An IANA name, such as `America/Sao_Paulo`. */
const timeZone = z
  .string()
  .max(ZONE_LENGTH_MAX)
  .refine(isTimeZone, 'must be an IANA time zone such as America/Sao_Paulo')
  .default('America/Sao_Paulo');

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

function isTimeZone(name: string): boolean {
  if (!ZONE.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
