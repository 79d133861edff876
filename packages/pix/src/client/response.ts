import { z } from 'zod';
import { parseDecimal } from '../amount.ts';
import { PixError } from './pix-error.ts';

/** Parses a response; text that is not JSON, or JSON of another shape, is a bad response of the bank. */
export function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new PixError('bad-response', 'The bank did not return JSON', cause);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const where = explainIssues(result.error);
  throw new PixError(
    'bad-response',
    `The bank returned an invalid response at: ${where}`,
    result.error,
  );
}

export function explainIssues({ issues }: z.ZodError): string {
  return issues.map((issue) => issue.path.join('.') || 'body').join(', ');
}

/** Some banks send the amount as a JSON number or without its cents. */
export const cents = z.union([z.string(), z.number()]).transform((value, context) => {
  try {
    return parseDecimal(String(value));
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

const YEAR_MIN = 2000;
const YEAR_MAX = 2100;

/** RFC 3339. Other texts would be read as a time in the zone of this process, or as some year. */
export const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((date) => {
    const year = date.getUTCFullYear();
    return year >= YEAR_MIN && year <= YEAR_MAX;
  }, 'not a plausible date');

/** Short text that a database can store and index: one with a NUL, or longer, counts as absent. */
export const storable = z
  .string()
  .regex(/^[^\0]{1,100}$/)
  .nullish()
  .catch(undefined);

/** Null, empty text and other types count as absent. */
export const present = z.string().min(1).nullish().catch(undefined);

/** An optional instant: a malformed one counts as absent. */
export const maybeInstant = instant.nullish().catch(undefined);
