import { AppError } from '@entrada/platform/errors/app-error';
import { z } from 'zod';

/** What a client sent, as `schema` knows it, or a refusal that names each field that is wrong. */
export function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const field = first?.path.join('.') || 'request';
  throw new AppError('INVALID_ARGUMENT', `${field}: ${first?.message ?? 'is not valid'}`, {
    reason: 'invalid_request',
    cause: parsed.error,
  });
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

export const listQuery = z.object({
  from: time.optional(),
  to: time.optional(),
  limit,
  cursor: cursor.optional(),
});
