import type { z } from 'zod';
import { invalidFields, issueMessage } from './field-errors.ts';
import { notAnObject } from './strict-json.ts';
import { unknownFieldHint } from './unknown-field-hint.ts';

/** The parsed input, or an error that names each invalid field. */
export function parse<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input ?? {}, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const isNoObject = issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  throw isNoObject ? notAnObject(input) : invalidFields(issues, unknownFieldHint(schema, issues));
}
