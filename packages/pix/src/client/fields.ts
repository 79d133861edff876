import { z } from 'zod';
import { parseDecimal } from '../amount.ts';

/** Some banks send the amount as a JSON number or without its cents. */
export const cents = z.union([z.string(), z.number()]).transform((value, context) => {
  try {
    return parseDecimal(String(value));
  } catch (error) {
    context.addIssue({ code: 'custom', message: String(error) });
    return z.NEVER;
  }
});

export const instant = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()), 'not a date');

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
