import { parseValor } from '@entrada/pix/amount';
import { z } from 'zod';
import { BankError, type BankErrorCode } from '../domain/bank-error.ts';

/** Parses what came from outside; the refusal lists every broken rule. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: BankErrorCode = 'RequisicaoInvalida',
): z.output<Schema> {
  const result = schema.safeParse(value ?? {}, { error: ruleOf });
  if (result.success) return result.data;
  const violations = result.error.issues.map(({ message, path }) => ({
    razao: message,
    propriedade: path.join('.'),
  }));
  const broken = violations.map(({ propriedade, razao }) => `${propriedade} ${razao}`.trim());
  throw new BankError(code, `Invalid request: ${broken.join('; ')}.`, violations);
}

/** In words, to follow the name of the property. */
function ruleOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`;
    case 'unrecognized_keys':
      return `contains unrecognized fields: ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `must ${measured(issue.origin)} at least ${issue.minimum}`;
    case 'too_big':
      return `must ${measured(issue.origin)} at most ${issue.maximum}`;
    default:
      return 'is malformed';
  }
}

function measured(origin: string): string {
  return origin === 'string' ? 'have a length of' : 'be';
}

/** Text that Postgres can keep: it has no way to store a NUL. */
export function plainText(lengthMax: number) {
  return z
    .string()
    .max(lengthMax)
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character');
}

/** An amount as the Pix API writes it, in cents. */
export const valor = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/, 'must be written like 1234.56')
  .transform(parseValor)
  .refine((cents) => cents > 0, 'must be more than zero');
