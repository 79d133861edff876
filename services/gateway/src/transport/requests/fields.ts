import { LIMITS } from '@entrada/contracts/limits';
import { z } from 'zod';

const CURSOR_LENGTH_MAX = 512;

export const text = (min: number, max: number) => z.string().min(min).max(max);

/** A positive amount in cents; `int` refuses what a float cannot hold exactly. */
export const cents = z.number().int().min(1).describe('Cents.');

/** A date and time with its zone, passed on in UTC. */
export const time = z.iso
  .datetime({
    offset: true,
    error: 'must be an ISO 8601 date and time such as 2026-11-15T12:00:00Z',
  })
  .transform((value) => new Date(value).toISOString())
  .meta({ format: 'date-time' });

export const cursor = text(1, CURSOR_LENGTH_MAX);
const after = cursor.describe('`nextCursor` of the previous page.');

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

export const limit = (description: string) =>
  numeral(1, LIMITS.page.max, LIMITS.page.default).describe(description);

type Ordered = { readonly from?: string | undefined; readonly to?: string | undefined };

/** For schemas of a time window: one that ends before it begins is a mistake, not an empty list. */
export function isInOrder({ from, to }: Ordered): boolean {
  return from === undefined || to === undefined || from <= to;
}
export const NOT_IN_ORDER = { path: ['from'], error: 'must not be after to' };

/** The query of every list. */
export const listQuery = {
  from: time.optional().describe('Start of the time window, inclusive.'),
  to: time.optional().describe('End of the time window, exclusive.'),
  limit: limit('Items per page.'),
  cursor: after.optional(),
};
