import { LIMITS } from '@entrada/contracts/limits';
import { fieldError } from '@entrada/platform/errors/app-error';
import { z } from 'zod';
import { isTimeZone } from '../../domain/bucket-bounds.ts';

const CURSOR_LENGTH_MAX = 512;

export const textField = (min: number, max: number) => z.string().min(min).max(max);

/** A positive amount in cents; `int` refuses what a float cannot hold exactly. */
export const centsField = z.number().int().min(1).describe('Cents.');

/** A date and time with its zone, passed on in UTC. */
export const timeField = z.iso
  .datetime({
    offset: true,
    error: 'must be an ISO 8601 date and time such as 2026-11-15T12:00:00Z',
  })
  .transform((value) => new Date(value).toISOString())
  .meta({ format: 'date-time' });

export const cursorField = textField(1, CURSOR_LENGTH_MAX);

/** An integer in a query, where every value is text. */
export function numeral(min: number, max: number, otherwise: number) {
  const wanted = `must be an integer between ${min} and ${max}`;
  return z
    .string(wanted)
    .regex(/^\d{1,9}$/, wanted)
    .transform(Number)
    .refine((n) => n >= min && n <= max, wanted)
    .default(otherwise)
    .meta({ type: 'integer', minimum: min, maximum: max, default: otherwise });
}

export const limitField = (description: string) =>
  numeral(1, LIMITS.page.max, LIMITS.page.default).describe(description);

type TimeWindow = { readonly from?: string | undefined; readonly to?: string | undefined };

/** A query with a time window: one that ends before it begins is a mistake, not an empty list. */
export function windowQuery<F extends z.ZodRawShape>(fields: F) {
  const isInOrder = ({ from, to }: TimeWindow) =>
    from === undefined || to === undefined || from <= to;
  return z.strictObject(fields).refine(isInOrder as (query: object) => boolean, {
    path: ['from'],
    error: 'must not be after to',
  });
}

export const pageQuery = {
  limit: limitField('Items per page.'),
  cursor: cursorField.describe('`nextCursor` of the previous page.').optional(),
};
/** The query of every list by time. */
export const listQuery = {
  from: timeField.optional().describe('Start of the time window, inclusive.'),
  to: timeField.optional().describe('End of the time window, exclusive.'),
  ...pageQuery,
};

const ZONE_LENGTH_MAX = 64;
/** Offsets, which are accepted elsewhere, would be wrong for half of the year where clocks change. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

/** An IANA name, such as `America/Sao_Paulo`. */
export const timeZone = z
  .string()
  .max(ZONE_LENGTH_MAX)
  .refine(
    (name) => ZONE.test(name) && isTimeZone(name),
    'must be an IANA time zone such as America/Sao_Paulo',
  )
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
