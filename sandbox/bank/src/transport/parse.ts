import { parseValor } from '@entrada/pix/amount';
import { z } from 'zod';
import { BankError, type BankErrorCode } from '../domain/bank-error.ts';

/** Parses what came from outside; the refusal lists every broken rule. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  code: BankErrorCode = 'RequisicaoInvalida',
): z.output<Schema> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const violations = result.error.issues.map(({ message, path }) => ({
    razao: message,
    propriedade: path.join('.'),
  }));
  throw new BankError(code, 'The request does not follow the schema.', violations);
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
