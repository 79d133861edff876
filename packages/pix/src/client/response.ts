import type { z } from 'zod';
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
