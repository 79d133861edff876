import { z } from 'zod';
import { invalidJson } from './errors.ts';
import { invalidFields, issueMessage } from './field-errors.ts';

/** The parsed input, or an error that names each invalid field. */
export function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {}, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const isNoObject = issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  throw isNoObject ? invalidJson() : invalidFields(issues);
}

const PAGE_DEFAULT = 50;
const PAGE_MAX = 200;
const CURSOR_LENGTH_MAX = 512;

/** A date and time with its zone, given to the services in UTC. */
export const time = z.iso
  .datetime({
    offset: true,
    error: 'must be an ISO 8601 date and time such as 2026-11-15T12:00:00Z',
  })
  .transform((text) => new Date(text).toISOString());

export const cursor = z.string().min(1).max(CURSOR_LENGTH_MAX);

/** A number in a query, where everything is text. */
export function numeral(min: number, max: number) {
  const wanted = `must be an integer from ${min} to ${max}`;
  return z
    .string(wanted)
    .regex(/^\d{1,9}$/, wanted)
    .transform(Number)
    .refine((n) => n >= min && n <= max, wanted);
}

export const limit = numeral(1, PAGE_MAX).default(PAGE_DEFAULT);

/** Strict: a misspelt filter must not look like one that everything passes. */
export const listQuery = z.strictObject({
  from: time.optional(),
  to: time.optional(),
  limit,
  cursor: cursor.optional(),
});
